// The main agent's words, piece by piece, for those who print them as they come. What is printed cannot be taken back, so
// a block that comes again, or a message that is replaced, is said again only as far as it differs.

import type { Event } from "@unspool/protocol";

/**
 * Joins to the text of all blocks in order, with a blank line between messages. A block that starts again brings only
 * what is beyond the pieces already given, if it begins with them; else a line break and the whole of it. A message in
 * place of a retracted one begins with a line break.
 */
export async function* textOf(events: AsyncIterable<Event>): AsyncGenerator<string, void, undefined> {
  /** What was given of the blocks of this message. */
  let given = new Map<number, string>();
  let messageId: string | undefined;
  /** A block that comes again: what was given of it, and how much of that has come again. */
  let again: { readonly block: number; readonly given: string; came: string } | undefined;
  let isReplaced = false;
  /** Something was said in a message before this one. */
  let isLater = false;

  for await (const event of events) {
    if (event.agent !== null) continue;
    if (event.type === "message-retracted") isReplaced = given.size > 0;
    if (event.type !== "text-start" && event.type !== "text-delta" && event.type !== "text-end") continue;
    if (event.messageId !== messageId) {
      messageId = event.messageId;
      isLater ||= given.size > 0;
      given = new Map();
      again = undefined;
    }
    const { block } = event;
    const before = given.get(block) ?? "";
    if (event.type === "text-start") {
      if (before !== "") again = { block, given: before, came: "" };
      continue;
    }
    if (event.type === "text-end") {
      if (again?.block === block) again = undefined;
      continue;
    }
    let { text } = event;
    if (again?.block === block) {
      again.came += text;
      const { came } = again;
      if (again.given.startsWith(came)) continue;
      text = came.startsWith(again.given) ? came.slice(again.given.length) : `\n${came}`;
      given.set(block, came);
      again = undefined;
    } else {
      given.set(block, before + text);
    }
    if (text === "") continue;
    if (isReplaced || isLater) text = `${isReplaced ? "\n" : "\n\n"}${text}`;
    isReplaced = false;
    isLater = false;
    yield text;
  }
}

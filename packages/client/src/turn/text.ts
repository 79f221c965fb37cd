// The main agent's text in pieces, for printing as it arrives. Printed text cannot be taken back, so a block that starts
// again, or a message that is replaced, repeats only what differs.

import type { Event } from "@unspool/protocol";

/**
 * Yields pieces that join to the text of all blocks in order, with a blank line between messages. A block that starts again
 * yields only what is new, if it begins with the pieces already yielded; otherwise a line break and all of it. A message
 * that replaces a retracted one begins with a line break.
 */
export async function* readText(events: AsyncIterable<Event>): AsyncGenerator<string, void, undefined> {
  /** The text already yielded of each block of this message. */
  let given = new Map<number, string>();
  let messageId: string | undefined;
  /** A block that starts again: the text already yielded, and how much of it has come again. */
  let again: { readonly block: number; readonly given: string; came: string } | undefined;
  let isReplaced = false;
  /** Whether a message before this one had text. */
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

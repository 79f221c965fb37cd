// Requests of a CLI outside the conversation: titles, topic checks, warm-ups, the quota probe. They get a short harmless answer
// in the form that the CLI expects, and do not advance the scenario.

import type { MessagesRequest } from "./request.ts";

/** Returns the answer to a side request, or undefined if the request belongs to a conversation. */
export function findSideAnswer(request: MessagesRequest, lastText: string): string | undefined {
  const instructions = request.system.join("\n");
  const known = KNOWN.find(({ fits }) => fits(lastText, instructions));
  if (known !== undefined) return known.answer;
  // A side request offers no tools. A conversation without tools (`--tools ""`) still has the working directory.
  if (request.tools.length > 0) return undefined;
  return [instructions, ...request.messages.filter(isSystem).map(joinTexts)].some(namesDirectory) ? undefined : TITLE;
}

const TITLE = JSON.stringify({ isNewTopic: true, title: "Stand-in session" });

const KNOWN: readonly { readonly fits: (text: string, instructions: string) => boolean; readonly answer: string }[] = [
  // 2.0.x starts its built-in agents in advance, some with tools.
  { fits: (text) => text === "Warmup", answer: "Ready." },
  // Sent at the start with a token instead of a key. The CLI reads only the headers of the answer.
  { fits: (text) => text === "quota", answer: "." },
  // Sent after each Bash call in 1.x and 2.0 to find the files that the output shows.
  {
    fits: (text, instructions) => text.startsWith("Command: ") && instructions.includes("Extract any file paths"),
    answer: "<is_displaying_contents>\nfalse\n</is_displaying_contents>\n\n<filepaths>\n</filepaths>",
  },
  // Sent before a Bash call that needs permission in 1.x and 2.0 to find the prefix that a rule could allow.
  { fits: (text) => text.startsWith("<policy_spec>"), answer: "none" },
  {
    fits: (text) => text.startsWith("Please write a 5-10 word title for the following conversation:"),
    answer: "Stand-in session",
  },
  // Up to 2.1.74. Unseen, since nonessential traffic is off.
  {
    fits: (_, instructions) => /analyze if this message indicates a new conversation topic/iu.test(instructions),
    answer: TITLE,
  },
  { fits: (_, instructions) => /Generate a concise, sentence-case title/u.test(instructions), answer: TITLE },
  // Unseen: only interactive sessions ask for suggestions.
  { fits: (text) => text.startsWith("[SUGGESTION MODE:"), answer: "." },
];

function namesDirectory(text: string): boolean {
  return /working directory:/iu.test(text);
}

function isSystem({ role }: { readonly role: string }): boolean {
  return role === "system";
}

function joinTexts({ content }: MessagesRequest["messages"][number]): string {
  return content.map((block) => (typeof block["text"] === "string" ? block["text"] : "")).join("\n");
}

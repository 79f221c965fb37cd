// Classifies a request by its content alone: a side request, a request for a summary, or a conversation. A conversation is
// read without what the CLI adds to it, with its last prompt or notice and with keys that identify a position in it.

import { createHash } from "node:crypto";

import { isInterruption, isSummaryRequest, findNotices, findAuthor, type Notice } from "./cli-texts.ts";
import { isObject } from "../../json.ts";
import { listTexts, type MessagesRequest, type WireMessage } from "./request.ts";
import { findSideAnswer } from "./side-requests.ts";

export type ClassifiedRequest =
  | { readonly type: "side"; readonly answer: string }
  | { readonly type: "summary" }
  | { readonly type: "conversation"; readonly conversation: Conversation };

export interface Conversation {
  /** Hash of the whole conversation; a retry has the same key. */
  readonly key: string;
  /** Identifies the session: all its requests have the same value. */
  readonly session: string;
  /** Hash of the session and the first prompt; all requests of one agent have the same. */
  readonly beginning: string;
  readonly firstText: string;
  /** Whether the model has not answered yet. */
  readonly isFresh: boolean;
  /** The last prompt or notice. Undefined if all user texts are written by the CLI itself. */
  readonly opening: Opening | undefined;
  /** Tool calls after the opening, newest first. */
  readonly calls: readonly string[];
  /** Ids of the tool calls that have a result after the opening. */
  readonly results: ReadonlySet<string>;
  /** Number of answers of the model since the opening. */
  readonly answers: number;
  /** All notices in the conversation, those in reminders and tool results included. */
  readonly notices: readonly Notice[];
}

export interface Opening {
  /** Hash of the position and its texts. */
  readonly key: string;
  /** Hash of everything before this entry. */
  readonly position: string;
  /** Prompts and notices of this entry. After an error or an interrupt, earlier prompts are among them. */
  readonly texts: readonly UserText[];
  /** Number of texts before the last interruption. */
  readonly interrupted: number;
}

export interface UserText {
  readonly voice: "human" | "notice";
  readonly text: string;
}

/** @param isCli false for a program that uses the API itself: it has no side requests, and each of its user texts is a prompt */
export function classifyRequest(request: MessagesRequest, isCli: boolean): ClassifiedRequest {
  const lastUser = request.messages.findLast(({ role }) => role === "user");
  const lastText = listTexts(lastUser?.content).at(-1)?.trim() ?? "";
  if (isCli && isSummaryRequest(lastText)) return { type: "summary" };
  const answer = isCli ? findSideAnswer(request, lastText) : undefined;
  if (answer !== undefined) return { type: "side", answer };
  return { type: "conversation", conversation: readConversation(request, isCli) };
}

interface Entry {
  readonly role: "user" | "assistant";
  readonly spoken: readonly UserText[];
  readonly interrupted: number;
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly texts: readonly string[];
}

function readConversation(request: MessagesRequest, isCli: boolean): Conversation {
  const entries = request.messages.flatMap((message) => readEntry(message, isCli));
  const index = entries.findLastIndex(({ spoken }) => spoken.length > 0);
  const after = entries.slice(index + 1);
  const first = entries.find(({ spoken }) => spoken.length > 0)?.spoken[0];
  const opening = entries[index];
  return {
    key: digest([request.userId, entries]),
    session: request.userId,
    beginning: digest([request.userId, first ?? null]),
    firstText: first?.text ?? "",
    isFresh: entries.every(({ role }) => role === "user"),
    opening: opening === undefined ? undefined : createOpening(request.userId, entries.slice(0, index), opening),
    calls: after.flatMap(({ calls }) => calls).toReversed(),
    results: new Set(after.flatMap(({ results }) => results)),
    answers: after.filter(({ role }) => role === "assistant").length,
    notices: request.messages.flatMap(({ content }) =>
      content.flatMap((block) => listAllTexts(block)).flatMap(findNotices),
    ),
  };
}

function createOpening(session: string, before: readonly Entry[], { spoken, interrupted }: Entry): Opening {
  const position = digest([session, before.map(selectLasting)]);
  return { key: digest([position, spoken]), position, texts: spoken, interrupted };
}

/** Entries with the role `system` are reminders. They move from entry to entry between requests, so they are ignored. */
function readEntry({ role, content }: WireMessage, isCli: boolean): readonly Entry[] {
  if (role === "system") return [];
  const texts = listTexts(content).map((text) => text.trim());
  const spoken: UserText[] = [];
  let interrupted = 0;
  for (const text of role === "user" ? texts : []) {
    const voice = isCli ? findAuthor(text) : "human";
    if (isCli && isInterruption(text)) interrupted = spoken.length;
    if (voice !== "machine") spoken.push({ voice, text });
  }
  // A prompt may be an image without text.
  if (role === "user" && spoken.length === 0 && content.some(isMedia)) spoken.push({ voice: "human", text: "" });
  return [
    { role, spoken, interrupted, calls: listIds(content, "id"), results: listIds(content, "tool_use_id"), texts },
  ];
}

/** Returns what stays the same about an earlier entry: reminders in it come and go. */
function selectLasting({ role, spoken, calls, results, texts }: Entry): unknown {
  return [role, spoken, calls, results, role === "assistant" ? texts : []];
}

function listIds(content: WireMessage["content"], field: "id" | "tool_use_id"): readonly string[] {
  return content.flatMap((block) => (typeof block[field] === "string" ? [block[field]] : []));
}

function isMedia(block: WireMessage["content"][number]): boolean {
  return block["type"] === "image" || block["type"] === "document";
}

function listAllTexts(block: WireMessage["content"][number]): readonly string[] {
  return [...listTexts([block]), ...(isObject(block) ? listTexts(block["content"]) : [])];
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}

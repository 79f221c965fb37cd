// Who is asking, read from the request alone: the conversation without what the CLI adds to it, where its last prompt or
// notice stands, and keys under which the same place in a conversation is found again.

import { createHash } from "node:crypto";

import { isInterruption, isSummaryRequest, noticesIn, voiceOf, type Notice } from "./cli-texts.ts";
import { isObject } from "../json.ts";
import { textsOf, type MessagesRequest, type WireMessage } from "./request.ts";
import { sideAnswer } from "./side-requests.ts";

export type Asked =
  | { readonly type: "side"; readonly answer: string }
  | { readonly type: "summary" }
  | { readonly type: "conversation"; readonly conversation: Conversation };

export interface Conversation {
  /** All of it: a retry has the same. */
  readonly key: string;
  /** Whose: what all requests of one session have in common. */
  readonly session: string;
  /** The session and the first prompt: all requests of one agent have the same. */
  readonly beginning: string;
  readonly firstText: string;
  /** The model has said nothing yet. */
  readonly isFresh: boolean;
  /** The last place where somebody spoke to the agent. Undefined when nothing is left but the CLI's own words. */
  readonly opening: Opening | undefined;
  /** Calls of the model after the opening, the newest first. */
  readonly calls: readonly string[];
  /** Calls that were answered after the opening. */
  readonly results: ReadonlySet<string>;
  /** How often the model has answered since the opening. */
  readonly answers: number;
  /** Every notice in it, also in reminders and in tool results. */
  readonly notices: readonly Notice[];
}

export interface Opening {
  /** The place and what was said there. */
  readonly key: string;
  /** Everything before this entry. */
  readonly place: string;
  /** What was said at this place, without the CLI's own words: after an error or an interrupt also earlier prompts. */
  readonly spoken: readonly Spoken[];
  /** How many of them stand before the last interruption. */
  readonly interrupted: number;
}

export interface Spoken {
  readonly voice: "human" | "notice";
  readonly text: string;
}

/** `isCli`: a program that uses the API itself has no side requests, and every text of its user is a prompt. */
export function whoAsks(request: MessagesRequest, isCli: boolean): Asked {
  const lastUser = request.messages.findLast(({ role }) => role === "user");
  const lastText = textsOf(lastUser?.content).at(-1)?.trim() ?? "";
  if (isCli && isSummaryRequest(lastText)) return { type: "summary" };
  const answer = isCli ? sideAnswer(request, lastText) : undefined;
  if (answer !== undefined) return { type: "side", answer };
  return { type: "conversation", conversation: readConversation(request, isCli) };
}

interface Entry {
  readonly role: "user" | "assistant";
  readonly spoken: readonly Spoken[];
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
    opening: opening === undefined ? undefined : openingOf(request.userId, entries.slice(0, index), opening),
    calls: after.flatMap(({ calls }) => calls).toReversed(),
    results: new Set(after.flatMap(({ results }) => results)),
    answers: after.filter(({ role }) => role === "assistant").length,
    notices: request.messages.flatMap(({ content }) => content.flatMap((block) => textsIn(block)).flatMap(noticesIn)),
  };
}

function openingOf(session: string, before: readonly Entry[], { spoken, interrupted }: Entry): Opening {
  const place = digest([session, before.map(lasting)]);
  return { key: digest([place, spoken]), place, spoken, interrupted };
}

/** Entries with the role `system` are reminders and never count: they move from entry to entry between requests. */
function readEntry({ role, content }: WireMessage, isCli: boolean): readonly Entry[] {
  if (role === "system") return [];
  const texts = textsOf(content).map((text) => text.trim());
  const spoken: Spoken[] = [];
  let interrupted = 0;
  for (const text of role === "user" ? texts : []) {
    const voice = isCli ? voiceOf(text) : "human";
    if (isCli && isInterruption(text)) interrupted = spoken.length;
    if (voice !== "machine") spoken.push({ voice, text });
  }
  // A prompt may be an image without a word.
  if (role === "user" && spoken.length === 0 && content.some(isMedia)) spoken.push({ voice: "human", text: "" });
  return [{ role, spoken, interrupted, calls: idsOf(content, "id"), results: idsOf(content, "tool_use_id"), texts }];
}

/** What stays the same about an earlier entry: reminders in it come and go. */
function lasting({ role, spoken, calls, results, texts }: Entry): unknown {
  return [role, spoken, calls, results, role === "assistant" ? texts : []];
}

function idsOf(content: WireMessage["content"], field: "id" | "tool_use_id"): readonly string[] {
  return content.flatMap((block) => (typeof block[field] === "string" ? [block[field]] : []));
}

function isMedia(block: WireMessage["content"][number]): boolean {
  return block["type"] === "image" || block["type"] === "document";
}

function textsIn(block: WireMessage["content"][number]): readonly string[] {
  return [...textsOf([block]), ...(isObject(block) ? textsOf(block["content"]) : [])];
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}

// The events of a recording, sorted into what was said: the main agent's messages by turn, every other agent's by the
// call that started it, and what tools returned.

import { originalOf } from "@unspool/protocol";
import type { Event, TokenUsage, ToolResultEvent, TurnEndEvent } from "@unspool/protocol";

import type { JsonObject } from "../../json.ts";
import type { ApiError, RateLimit } from "../types.ts";
import { apiErrorOf } from "./api-error.ts";
import { recordedBlock, type RecordedBlock } from "./block.ts";
import { rateLimitOf } from "./rate-limit.ts";

export interface RecordedMessage {
  readonly id: string;
  readonly isSynthetic: boolean;
  /** The line that began it: the end of a block may come with a later one. */
  original?: unknown;
  readonly blocks: Map<number, RecordedBlock>;
  stopReason?: string | null;
  usage?: TokenUsage;
  rateLimit?: RateLimit;
  error?: ApiError;
  /** An attempt before it was cut after so many pieces. */
  breakAfterPieces?: number;
  pieces: number;
}

export interface RecordedTurn {
  readonly messages: RecordedMessage[];
  /** The end of a background task began it, not a prompt. */
  isNotice: boolean;
  /** The call that had started the task. */
  noticeOf?: string | undefined;
  end?: TurnEndEvent;
}

export interface Recorded {
  readonly turns: RecordedTurn[];
  readonly agents: Map<string, RecordedMessage[]>;
  readonly results: Map<string, ToolResultEvent>;
  /** What a background agent had to say at its end. */
  readonly reports: Map<string, string>;
  /** Calls that needed permission, by id, and by name and input where the version gives no id. */
  readonly asked: Set<string>;
  /** What the CLI asked of its host. */
  readonly requests: Map<string, JsonObject>;
  /** The CLI has told of itself. */
  hasBegun: boolean;
  model: string | undefined;
  cwd: string | undefined;
  summary: string | undefined;
}

export interface RecordingReader {
  readonly recorded: Recorded;
  readonly add: (event: Event) => void;
}

export function callKey(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}

export function createRecordingReader(): RecordingReader {
  const recorded: Recorded = {
    turns: [{ messages: [], isNotice: false }],
    agents: new Map(),
    results: new Map(),
    reports: new Map(),
    asked: new Set(),
    requests: new Map(),
    hasBegun: false,
    model: undefined,
    cwd: undefined,
    summary: undefined,
  };
  let retried: ApiError | undefined;
  let cut: RecordedMessage | undefined;
  let rateLimit: RateLimit | undefined;
  /** Calls whose background task has ended, and that no turn has spoken of yet. */
  const ended: string[] = [];
  let hasCompacted = false;

  function turn(): RecordedTurn {
    const last = recorded.turns.at(-1);
    if (last !== undefined && last.end === undefined) return last;
    const next: RecordedTurn = { messages: [], isNotice: false };
    recorded.turns.push(next);
    return next;
  }

  function messagesOf(agent: string | null): RecordedMessage[] {
    if (agent === null) return turn().messages;
    const known = recorded.agents.get(agent);
    if (known !== undefined) return known;
    const messages: RecordedMessage[] = [];
    recorded.agents.set(agent, messages);
    return messages;
  }

  function message(agent: string | null, id: string, model?: string): RecordedMessage {
    const messages = messagesOf(agent);
    const known = messages.findLast((candidate) => candidate.id === id);
    if (known !== undefined) return known;
    const fresh: RecordedMessage = { id, isSynthetic: model === "<synthetic>", blocks: new Map(), pieces: 0 };
    messages.push(fresh);
    if (agent !== null || fresh.isSynthetic) return fresh;
    if (retried !== undefined) fresh.error = retried;
    if (cut !== undefined) fresh.breakAfterPieces = cut.pieces;
    if (rateLimit !== undefined) fresh.rateLimit = rateLimit;
    retried = cut = rateLimit = undefined;
    return fresh;
  }

  function add(event: Event): void {
    const original = originalOf(event);
    switch (event.type) {
      case "session-init":
        recorded.hasBegun = true;
        recorded.model ??= event.model;
        recorded.cwd ??= event.cwd;
        // 2.1.74 tells the begin of a turn for each notice, and only one result at the end of all.
        if (ended.length > 0 && turn().messages.length > 0) {
          recorded.turns.push({ messages: [], isNotice: true, noticeOf: ended.shift() });
        }
        return;
      case "message-start":
        message(event.agent, event.messageId, event.model).original = original;
        return;
      case "text-delta":
      case "thinking-delta":
      case "tool-call-delta":
        message(event.agent, event.messageId).pieces += 1;
        return;
      case "text-end":
      case "thinking-end":
      case "tool-call-end":
      case "content-block": {
        const target = message(event.agent, event.messageId);
        if (!target.isSynthetic) return void target.blocks.set(event.block, recordedBlock(event));
        const error = event.type === "text-end" ? apiErrorOf(event.text, target.original) : undefined;
        if (error === undefined || event.agent !== null) return;
        target.error = error;
        if (rateLimit !== undefined) target.rateLimit = rateLimit;
        retried = cut = rateLimit = undefined;
        return;
      }
      case "message-end": {
        const target = message(event.agent, event.messageId);
        target.stopReason = event.stopReason;
        if (event.usage !== undefined) target.usage = event.usage;
        return;
      }
      case "message-retracted":
        cut = retract(messagesOf(event.agent), event.messageId, new Set(event.uuids)) ?? cut;
        return;
      case "retry":
        if (event.status !== null) retried = { status: event.status, times: event.attempt };
        else cut = takeCut(turn().messages) ?? cut;
        return;
      case "rate-limit": {
        const last = turn().messages.findLast((candidate) => !candidate.isSynthetic);
        const limit = rateLimitOf(event);
        if (last === undefined) rateLimit = limit;
        else if (limit !== undefined) last.rateLimit = limit;
        return;
      }
      case "tool-result":
        recorded.results.set(event.toolUseId, event);
        return;
      case "permission-request":
        recorded.asked.add(event.toolUseId ?? callKey(event.toolName, event.input));
        recorded.requests.set(event.requestId, { subtype: "can_use_tool" });
        return;
      case "permission-denied":
        if (event.toolUseId !== undefined) recorded.asked.add(event.toolUseId);
        return;
      case "control-request":
        recorded.requests.set(event.requestId, { ...event.payload, subtype: event.subtype });
        return;
      case "task-end":
        if (event.toolUseId === undefined) return;
        if (isBackground(recorded.results.get(event.toolUseId)?.structured)) ended.push(event.toolUseId);
        if (event.summary !== undefined) recorded.reports.set(event.toolUseId, event.summary);
        return;
      case "compaction":
        hasCompacted = true;
        return;
      case "user-message":
        if (hasCompacted && event.origin === "synthetic") recorded.summary ??= event.text;
        return;
      case "turn-end": {
        const current = turn();
        // 2.1.325 abandons the message that an interrupt cut; for the scenario it is what was said.
        if (event.outcome === "interrupted" && cut !== undefined) current.messages.push(cut);
        retried = cut = undefined;
        current.end = event;
        if (current.isNotice || !isNoticeEnd(original)) return;
        current.isNotice = true;
        current.noticeOf = ended.shift();
        break;
      }
      default:
    }
  }

  return { recorded, add };
}

/** The message of a connection that broke: 2.1.200 tells of the next attempt, and not that this one is void. */
function takeCut(messages: RecordedMessage[]): RecordedMessage | undefined {
  const last = messages.at(-1);
  const isCut = last !== undefined && last.blocks.size > 0 && [...last.blocks.values()].every((block) => block.isCut);
  return isCut ? messages.pop() : undefined;
}

/** Takes back a message, or blocks of it. Returns the message if it was a whole one. */
function retract(
  messages: RecordedMessage[],
  id: string | undefined,
  uuids: ReadonlySet<string>,
): RecordedMessage | undefined {
  const place = id === undefined ? -1 : messages.findLastIndex((candidate) => candidate.id === id);
  if (place >= 0) return messages.splice(place, 1)[0];
  for (const { blocks } of messages) {
    for (const [index, block] of blocks) if (block.uuid !== undefined && uuids.has(block.uuid)) blocks.delete(index);
  }
  return undefined;
}

/** The result of a call that only started something. */
function isBackground(structured: unknown): boolean {
  const { isAsync, backgroundTaskId } = (structured ?? {}) as { isAsync?: unknown; backgroundTaskId?: unknown };
  return isAsync === true || typeof backgroundTaskId === "string";
}

function isNoticeEnd(original: unknown): boolean {
  const origin = (original as { readonly origin?: { readonly kind?: unknown } | null } | undefined)?.origin;
  return origin?.kind === "task-notification";
}

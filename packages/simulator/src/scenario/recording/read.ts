// Collects the events of a recording: the main agent's messages by turn, those of other agents by the call that started them,
// and the results of tools.

import { originalOf } from "@unspool/protocol";
import type { Event, TokenUsage, ToolResultEvent, TurnEndEvent } from "@unspool/protocol";

import type { JsonObject } from "../../json.ts";
import type { ApiError, RateLimit } from "../types.ts";
import { parseApiError } from "./api-error.ts";
import { toRecordedBlock, type RecordedBlock } from "./block.ts";
import { toRateLimit } from "./rate-limit.ts";

export interface RecordedMessage {
  readonly id: string;
  readonly isSynthetic: boolean;
  /** The line that began it. The end of a block may come with a later line. */
  original?: unknown;
  readonly blocks: Map<number, RecordedBlock>;
  stopReason?: string | null;
  usage?: TokenUsage;
  rateLimit?: RateLimit;
  error?: ApiError;
  /** The attempt before it was cut after this many pieces. */
  breakAfterPieces?: number;
  pieces: number;
}

export interface RecordedTurn {
  readonly messages: RecordedMessage[];
  /** Whether the end of a background task began the turn, not a prompt. */
  isNotice: boolean;
  /** The call that had started the task. */
  noticeOf?: string | undefined;
  end?: TurnEndEvent;
}

export interface Recorded {
  readonly turns: RecordedTurn[];
  readonly agents: Map<string, RecordedMessage[]>;
  readonly results: Map<string, ToolResultEvent>;
  /** Reports of background agents, by tool call. */
  readonly reports: Map<string, string>;
  /** Calls that needed permission, by id, and by name and input where the version gives no id. */
  readonly asked: Set<string>;
  /** Requests of the CLI to its host. */
  readonly requests: Map<string, JsonObject>;
  /** Whether an `init` line has come. */
  hasBegun: boolean;
  model: string | undefined;
  cwd: string | undefined;
  summary: string | undefined;
}

export interface RecordingReader {
  readonly recorded: Recorded;
  readonly add: (event: Event) => void;
}

export function toCallKey(name: string, input: unknown): string {
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
  /** Calls whose background task has ended and that have no turn yet. */
  const ended: string[] = [];
  let hasCompacted = false;

  function getTurn(): RecordedTurn {
    const last = recorded.turns.at(-1);
    if (last !== undefined && last.end === undefined) return last;
    const next: RecordedTurn = { messages: [], isNotice: false };
    recorded.turns.push(next);
    return next;
  }

  function getMessages(agent: string | null): RecordedMessage[] {
    if (agent === null) return getTurn().messages;
    const known = recorded.agents.get(agent);
    if (known !== undefined) return known;
    const messages: RecordedMessage[] = [];
    recorded.agents.set(agent, messages);
    return messages;
  }

  function getMessage(agent: string | null, id: string, model?: string): RecordedMessage {
    const messages = getMessages(agent);
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
        // 2.1.74 writes an init line for each notice, and a single result at the end of all.
        if (ended.length > 0 && getTurn().messages.length > 0) {
          recorded.turns.push({ messages: [], isNotice: true, noticeOf: ended.shift() });
        }
        return;
      case "message-start":
        getMessage(event.agent, event.messageId, event.model).original = original;
        return;
      case "text-delta":
      case "thinking-delta":
      case "tool-call-delta":
        getMessage(event.agent, event.messageId).pieces += 1;
        return;
      case "text-end":
      case "thinking-end":
      case "tool-call-end":
      case "content-block": {
        const target = getMessage(event.agent, event.messageId);
        if (!target.isSynthetic) return void target.blocks.set(event.block, toRecordedBlock(event));
        const error = event.type === "text-end" ? parseApiError(event.text, target.original) : undefined;
        if (error === undefined || event.agent !== null) return;
        target.error = error;
        if (rateLimit !== undefined) target.rateLimit = rateLimit;
        retried = cut = rateLimit = undefined;
        return;
      }
      case "message-end": {
        const target = getMessage(event.agent, event.messageId);
        target.stopReason = event.stopReason;
        if (event.usage !== undefined) target.usage = event.usage;
        return;
      }
      case "message-retracted":
        cut = retract(getMessages(event.agent), event.messageId, new Set(event.uuids)) ?? cut;
        return;
      case "retry":
        if (event.status !== null) retried = { status: event.status, times: event.attempt };
        else cut = takeCut(getTurn().messages) ?? cut;
        return;
      case "rate-limit": {
        const last = getTurn().messages.findLast((candidate) => !candidate.isSynthetic);
        const limit = toRateLimit(event);
        if (last === undefined) rateLimit = limit;
        else if (limit !== undefined) last.rateLimit = limit;
        return;
      }
      case "tool-result":
        recorded.results.set(event.toolUseId, event);
        return;
      case "permission-request":
        recorded.asked.add(event.toolUseId ?? toCallKey(event.toolName, event.input));
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
        const current = getTurn();
        // 2.1.325 retracts the message that an interrupt cut; the scenario keeps it.
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

/** Removes the message of a broken connection. 2.1.200 reports the next attempt, but does not retract this one. */
function takeCut(messages: RecordedMessage[]): RecordedMessage | undefined {
  const last = messages.at(-1);
  const isCut = last !== undefined && last.blocks.size > 0 && [...last.blocks.values()].every((block) => block.isCut);
  return isCut ? messages.pop() : undefined;
}

/** Retracts a message or some of its blocks. Returns the message if all of it was retracted. */
function retract(
  messages: RecordedMessage[],
  id: string | undefined,
  uuids: ReadonlySet<string>,
): RecordedMessage | undefined {
  const position = id === undefined ? -1 : messages.findLastIndex((candidate) => candidate.id === id);
  if (position >= 0) return messages.splice(position, 1)[0];
  for (const { blocks } of messages) {
    for (const [index, block] of blocks) if (block.uuid !== undefined && uuids.has(block.uuid)) blocks.delete(index);
  }
  return undefined;
}

/** Whether a result belongs to a call that only started a background task. */
function isBackground(structured: unknown): boolean {
  const { isAsync, backgroundTaskId } = (structured ?? {}) as { isAsync?: unknown; backgroundTaskId?: unknown };
  return isAsync === true || typeof backgroundTaskId === "string";
}

function isNoticeEnd(original: unknown): boolean {
  const origin = (original as { readonly origin?: { readonly kind?: unknown } | null } | undefined)?.origin;
  return origin?.kind === "task-notification";
}

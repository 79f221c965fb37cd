// The state of the running turn, and the few operations that every part of a turn shares.

import type { Usage } from "../../scenario/types.ts";
import type { Json } from "../../json.ts";
import type { TurnScript } from "../../scenario/play/script.ts";
import { noUsage } from "./accounting.ts";
import { createGate, type Gate } from "./gate.ts";
import type { Line, TurnInfo } from "../lines/lines.ts";
import type { Prompt } from "./queue.ts";
import type { Session } from "./session.ts";
import { recordResumePoint } from "./resume-points.ts";
import type { ToolCall } from "./tool-call.ts";

/** Why a turn ended early. */
export type Cut = "interrupt" | "refusal" | "urgent";

export interface Turn {
  readonly session: Session;
  readonly abort: AbortController;
  cut: Cut | undefined;
  /** What the turn was doing when it was cut. */
  cutDuring: "streaming" | "tools";
  script: TurnScript;
  readonly prompts: readonly Prompt[];
  readonly origin: TurnInfo["origin"];
  readonly startedAt: number;
  /** Prompts that are still to be echoed. */
  replays: readonly Prompt[];
  /** The uuids of all prompts read in this turn. */
  uuids: string[];
  /** Prompts that were read in the middle of the turn. */
  midTurnPrompts: Prompt[];
  /** Whether the uuids were written. Only the first event and the first line have them. */
  hasSentUuidsInStream: boolean;
  hasSentUuidsInLine: boolean;
  /** User lines of this turn: results, notes. */
  userLines: number;
  requests: number;
  /** Whether the next request was already reported. */
  hasReportedRequest: boolean;
  apiDurationMs: number;
  usage: Usage;
  readonly denials: { readonly toolName: string; readonly toolUseId: string; readonly input: Json }[];
  lastText: string;
  stopReason: string | null;
  /** The gate of the message whose calls run. */
  gate: Gate;
  /** The replies to prompts that arrived during the turn, played at its end. */
  followUp: TurnScript | undefined;
  /** Whether the end of the turn is decided: lines of calls that still run are dropped. */
  isMuted: boolean;
  /** Whether a hook ended the turn. */
  isStopped: boolean;
  /** The call that a hook deferred; the last of several. */
  deferred: ToolCall | undefined;
  /** Whether the turn is resuming a deferred call. */
  isResumed: boolean;
  structured: Json | undefined;
  structuredCalls: number;
  structuredFailures: number;
  structuredError: string;
  /** How often the model was reminded to give structured output. */
  enforcements: number;
}

export interface TurnStart {
  readonly script: TurnScript;
  readonly prompts: readonly Prompt[];
  readonly origin?: TurnInfo["origin"];
}

export function beginTurn(session: Session, { script, prompts, origin }: TurnStart): Turn {
  return {
    session,
    abort: new AbortController(),
    cut: undefined,
    cutDuring: "streaming",
    script,
    prompts,
    origin,
    startedAt: session.identity.now(),
    replays: session.options.replaysUser ? prompts : [],
    uuids: prompts.flatMap((prompt) => prompt.uuid ?? []),
    midTurnPrompts: [],
    hasSentUuidsInStream: false,
    hasSentUuidsInLine: false,
    userLines: 0,
    requests: 0,
    hasReportedRequest: false,
    apiDurationMs: 0,
    usage: noUsage,
    denials: [],
    lastText: "",
    stopReason: null,
    gate: createGate(),
    followUp: undefined,
    isMuted: false,
    isStopped: false,
    deferred: undefined,
    isResumed: false,
    structured: undefined,
    structuredCalls: 0,
    structuredFailures: 0,
    structuredError: "",
    enforcements: 0,
  };
}

/** Writes a line of the main agent's conversation, which counts as a message. */
export function writeTurnLine(turn: Turn, line: Line): void {
  const { session } = turn;
  if (turn.isMuted) return;
  session.messages += 1;
  recordResumePoint(session, line);
  if (line["type"] === "user") turn.userLines += 1;
  else if (session.ordering.reminds === "after-lines" || !isThinking(line)) session.linesSinceReminder += 1;
  session.output.write(line);
}

function isThinking(line: Line): boolean {
  const { content } = line["message"] as { readonly content: readonly { readonly type: string }[] };
  return content[0]?.type === "thinking";
}

/** Echoes the prompts that are still to be echoed. */
export function replayPrompts(turn: Turn): void {
  const { lines, output } = turn.session;
  for (const prompt of turn.replays) output.write(lines.userReplay(prompt.content, prompt.uuid));
  turn.replays = [];
}

/** Whether an answer ends the agent's work: it has no calls and was not cut by the token limit. */
export function isFinalReply(calls: number, stopReason: string): boolean {
  return calls === 0 && stopReason !== "max_tokens";
}

// What is known of the turn under way, and the few things that every part of it does.

import type { Json } from "../json.ts";
import type { TurnScript } from "../scenario/script.ts";
import { noUsage } from "./accounting.ts";
import { createGate, type Gate } from "./caller.ts";
import type { Line, TurnOfLine, UsageOfLine } from "./lines/lines.ts";
import type { Prompt } from "./queue.ts";
import type { Session } from "./session.ts";
import { markLine } from "./marks.ts";
import type { ToolCall } from "./tool-call.ts";

/** Why a turn ended before its time. */
export type Cut = "interrupt" | "refusal" | "urgent";

export interface Turn {
  readonly session: Session;
  readonly abort: AbortController;
  cut: Cut | undefined;
  /** Whether tools were at work when it was cut. */
  cutDuring: "streaming" | "tools";
  script: TurnScript;
  readonly prompts: readonly Prompt[];
  readonly origin: TurnOfLine["origin"];
  readonly startedAt: number;
  /** Prompts to be echoed when their moment comes. */
  replays: readonly Prompt[];
  /** Of all prompts read in this turn. */
  uuids: string[];
  /** Prompts that were read in the middle of the turn. */
  taken: Prompt[];
  /** The uuids stand on the first event and the first line only. */
  hasToldUuidsInStream: boolean;
  hasToldUuidsInLine: boolean;
  /** User lines of this turn: results, notes. */
  userLines: number;
  requests: number;
  /** The next request was told already. */
  hasToldRequest: boolean;
  apiDurationMs: number;
  usage: UsageOfLine;
  readonly denials: { readonly toolName: string; readonly toolUseId: string; readonly input: Json }[];
  lastText: string;
  stopReason: string | null;
  /** Of the message whose calls run. */
  gate: Gate;
  /** What the model says once more at the end, to prompts that came meanwhile. */
  askAgain: TurnScript | undefined;
  /** Its end is decided: what its calls still do is not told. */
  isSilent: boolean;
  /** A hook said that the turn must not go on. */
  stopped: boolean;
  /** The call that a hook deferred; the last of several. */
  deferred: ToolCall | undefined;
  /** It goes on with a deferred call, which is being asked about. */
  isResumed: boolean;
  structured: Json | undefined;
  structuredCalls: number;
  structuredFailures: number;
  structuredError: string;
  /** How often the model was told to give structured output. */
  insisted: number;
}

export interface TurnStart {
  readonly script: TurnScript;
  readonly prompts: readonly Prompt[];
  readonly origin?: TurnOfLine["origin"];
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
    taken: [],
    hasToldUuidsInStream: false,
    hasToldUuidsInLine: false,
    userLines: 0,
    requests: 0,
    hasToldRequest: false,
    apiDurationMs: 0,
    usage: noUsage,
    denials: [],
    lastText: "",
    stopReason: null,
    gate: createGate(),
    askAgain: undefined,
    isSilent: false,
    stopped: false,
    deferred: undefined,
    isResumed: false,
    structured: undefined,
    structuredCalls: 0,
    structuredFailures: 0,
    structuredError: "",
    insisted: 0,
  };
}

/** A line of the conversation of the main agent: it counts as a message. */
export function tell(turn: Turn, line: Line): void {
  const { session } = turn;
  if (turn.isSilent) return;
  session.messages += 1;
  markLine(session, line);
  if (line["type"] === "user") turn.userLines += 1;
  else if (session.order.reminds === "after-lines" || !isThought(line)) session.linesSinceReminder += 1;
  session.output.write(line);
}

function isThought(line: Line): boolean {
  const { content } = line["message"] as { readonly content: readonly { readonly type: string }[] };
  return content[0]?.type === "thinking";
}

/** Echoes the prompts, if that is asked for and was not done. */
export function replayPrompts(turn: Turn): void {
  const { lines, output } = turn.session;
  for (const prompt of turn.replays) output.write(lines.userReplay(prompt.content, prompt.uuid));
  turn.replays = [];
}

/** Whether an answer ends the agent's work: it has called nothing, and nothing is missing. */
export function isWhole(calls: number, stopReason: string): boolean {
  return calls === 0 && stopReason !== "max_tokens";
}

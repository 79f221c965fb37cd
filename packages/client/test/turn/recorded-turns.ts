// Recordings of real CLIs, cut into turns, with what the stand-in API served while they were made.
import {
  createDecoder,
  endSession,
  initialState,
  reduce,
  type Event,
  type SessionState,
  type TokenUsage,
  type TurnEndEvent,
} from "@unspool/protocol";
import { listRuns, loadRun } from "../../../../fixtures/load.ts";
import { toTurnFields } from "../../src/turn/result.ts";
import type { TurnFields } from "../../src/turn/types.ts";

// Of the demo, what was served is not known.
export const RECORDINGS: readonly string[] = [...listRuns("recordings"), ...listRuns("scenarios")].filter(
  (id) => !id.includes("/demo/"),
);

export interface ServedBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
}

export interface Served {
  readonly id: string;
  readonly blocks: readonly ServedBlock[];
  /** Nothing was cut off, refused or broken. */
  readonly isWhole: boolean;
  /** A request of the CLI's own (titles, topics, compaction), of which nothing is shown. */
  readonly isSide: boolean;
  readonly usage: TokenUsage;
}

/** A line of the wire, as far as the tests look into it. */
export interface WireLine {
  readonly type?: string;
  readonly uuid?: string;
  readonly parent_tool_use_id?: string | null;
  readonly result?: string;
  readonly supersedes?: readonly string[];
  readonly retracted_message_uuids?: readonly string[];
  readonly message?: { readonly id?: string; readonly model?: string; readonly content?: unknown };
  readonly event?: {
    readonly type?: string;
    readonly message?: { readonly id?: string };
    readonly content_block?: ServedBlock;
  };
}

export interface RecordedTurn {
  readonly fields: TurnFields;
  readonly before: SessionState;
  readonly after: SessionState;
  readonly end: TurnEndEvent | undefined;
  readonly lines: readonly WireLine[];
}

export interface Recording {
  readonly turns: readonly RecordedTurn[];
  readonly served: readonly Served[];
  readonly events: readonly (readonly [Event, SessionState])[];
  readonly text: string;
}

export function readRecording(id: string): Recording {
  const { stdout: bytes, served = [] } = loadRun(id);
  const text = bytes.toString("utf8");
  const lines = text.split("\n").map((line) => (line.trim() === "" ? {} : (JSON.parse(line) as WireLine)));
  const turns: RecordedTurn[] = [];
  const events: (readonly [Event, SessionState])[] = [];
  let before = initialState();
  let state = before;
  let line = 0;
  const close = (end: TurnEndEvent | undefined, until: number): void => {
    const facts = { before, after: state, end, startedAt: 1000, endedAt: 1500, warnings: [], data: undefined };
    turns.push({ fields: toTurnFields(facts), before, after: state, end, lines: lines.slice(line, until) });
    before = state;
    line = until;
  };
  const decoder = createDecoder({
    onEvent(event) {
      state = reduce(state, event);
      events.push([event, state]);
      if (event.type === "turn-end") close(event, event.line);
    },
  });
  decoder.push(bytes);
  decoder.end();
  state = endSession(state);
  close(undefined, lines.length);
  return { turns, served: (served as readonly Readonly<Record<string, unknown>>[]).map(readServed), events, text };
}

const FLAWS = ["cut", "hung", "broke_after_deltas", "sse_error_after_deltas", "status"];

function readServed(entry: Readonly<Record<string, unknown>>): Served {
  const usage = (entry["usage"] ?? {}) as Readonly<Record<string, number>>;
  const isWhole = entry["usage"] !== undefined && FLAWS.every((flaw) => entry[flaw] === undefined);
  const reach = entry["reach"] as string | undefined;
  return {
    id: entry["id"] as string,
    blocks: (entry["blocks"] ?? []) as readonly ServedBlock[],
    isWhole: isWhole && (reach === undefined || reach === "whole"),
    isSide: entry["tools"] === 0,
    usage: {
      inputTokens: usage["input_tokens"] ?? usage["inputTokens"] ?? 0,
      outputTokens: usage["output_tokens"] ?? usage["outputTokens"] ?? 0,
      cacheReadTokens: usage["cache_read_input_tokens"] ?? usage["cacheReadInputTokens"] ?? 0,
      cacheCreationTokens: usage["cache_creation_input_tokens"] ?? usage["cacheCreationInputTokens"] ?? 0,
    },
  };
}

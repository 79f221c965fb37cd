// What the view remembers: only what is open, so that a stream of any length costs the memory of what is under way.

import type { Event, PermissionRequestEvent, RetryEvent, TurnOutcome } from "@unspool/protocol";
import type { Call } from "./call.ts";
import type { GrowingText } from "./growing-text.ts";
import type { Lane } from "./lanes.ts";
import { createPrompts, type Prompts } from "./prompts.ts";
import type { Section } from "./section.ts";
import { createTranscriptState, type TranscriptState } from "./transcript.ts";
import type { ViewOptions } from "./types.ts";

export interface OpenBlock {
  readonly type: "text" | "thinking";
  readonly agent: string | null;
  readonly text: GrowingText;
}

export interface ViewState {
  readonly calls: Map<string, Call>;
  /** The call that waits for approval: its result comes after the session was resumed, without the call. */
  deferredCall: Call | undefined;
  readonly lanes: Map<string, Lane>;
  /** Tasks that belong to a lane. */
  readonly laneOfTask: Map<string, string>;
  /** Tasks whose end has been shown, the latest ones. */
  readonly toldTasks: Set<string>;
  readonly blocks: Map<string, OpenBlock>;
  /** What waits for an answer, by its id. `isSaid`: it is in the scrollback. */
  readonly requests: Map<string, { readonly event: PermissionRequestEvent; isSaid: boolean }>;
  readonly prompts: Prompts;
  readonly transcript: TranscriptState;
  /** What waits for the head of a transcript, until that is told. Undefined for a stream. */
  head: Section[] | "told" | undefined;
  /** The stream has stopped in the middle of a turn. */
  isCut: boolean;
  /** The main agent is in the middle of a text: notes of the CLI wait for its end. */
  isSpeaking: boolean;
  readonly afterSpeech: Section[];
  folder: string | undefined;
  model: string | undefined;
  sessionId: string | undefined;
  /** The attempt under way, and when it was told. */
  retry: { readonly event: RetryEvent; readonly atMs: number | undefined } | undefined;
  /** What the CLI says it is busy with. */
  busyWith: string | undefined;
  isTurnOpen: boolean;
  turnStartedAtMs: number | undefined;
  outputTokens: number;
  /** Tokens of the messages of this turn, for a turn whose end does not tell them. */
  messageTokens: { readonly in: number; readonly out: number };
  /** How the last turn has ended. */
  outcome: TurnOutcome | undefined;
  /** The session has told what it works with, or a message has begun. */
  hasStarted: boolean;
  /** MCP servers that have been reported, with their status. */
  readonly toldServers: Set<string>;
  /** The last words of the main agent: an error that only repeats them is not shown twice. */
  lastText: string;
  /** The main agent has said something in this turn. */
  hasSpoken: boolean;
  unknownLines: number;
}

export interface ViewContext {
  readonly state: ViewState;
  readonly options: ViewOptions;
  /** The host's time of the event under way. */
  nowMs(event: Event): number | undefined;
  /** Says something in the place of this agent. */
  say(agent: string | null, section: Section): void;
  /** The lane of an agent; one that nobody saw begin is made. Undefined for the main agent. */
  laneOf(agent: string | null): Lane | undefined;
}

/** One function for each event that shows. */
export type Handlers = { readonly [Type in Event["type"]]?: (event: Extract<Event, { readonly type: Type }>) => void };

export function createState(options: ViewOptions): ViewState {
  return {
    calls: new Map(),
    deferredCall: undefined,
    lanes: new Map(),
    laneOfTask: new Map(),
    toldTasks: new Set(),
    blocks: new Map(),
    requests: new Map(),
    prompts: createPrompts(),
    transcript: createTranscriptState(),
    head: undefined,
    isCut: false,
    isSpeaking: false,
    afterSpeech: [],
    folder: options.folder,
    model: undefined,
    sessionId: undefined,
    retry: undefined,
    busyWith: undefined,
    isTurnOpen: false,
    turnStartedAtMs: undefined,
    outputTokens: 0,
    messageTokens: { in: 0, out: 0 },
    outcome: undefined,
    hasStarted: false,
    toldServers: new Set(),
    lastText: "",
    hasSpoken: false,
    unknownLines: 0,
  };
}

// What the view remembers: only what is open, so that a stream of any length costs the memory of what is under way.

import type { Event, PermissionRequestEvent, RetryEvent } from "@unspool/protocol";
import type { Call } from "./call.ts";
import type { GrowingText } from "./growing-text.ts";
import type { Lane } from "./lanes.ts";
import { createPrompts, type Prompts } from "./prompts.ts";
import type { Section } from "./section.ts";
import type { ViewOptions } from "./types.ts";

export interface OpenBlock {
  readonly type: "text" | "thinking";
  readonly agent: string | null;
  readonly text: GrowingText;
}

export interface ViewState {
  readonly calls: Map<string, Call>;
  readonly lanes: Map<string, Lane>;
  /** Tasks that belong to a lane. */
  readonly laneOfTask: Map<string, string>;
  readonly blocks: Map<string, OpenBlock>;
  readonly requests: Map<string, PermissionRequestEvent>;
  readonly prompts: Prompts;
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
    lanes: new Map(),
    laneOfTask: new Map(),
    blocks: new Map(),
    requests: new Map(),
    prompts: createPrompts(),
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
    lastText: "",
    hasSpoken: false,
    unknownLines: 0,
  };
}

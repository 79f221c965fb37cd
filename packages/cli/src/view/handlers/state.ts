// The state of the view. It holds only what is open, so that memory does not grow with the length of the stream.

import type { Event, PermissionRequestEvent, RetryEvent, TurnOutcome } from "@unspool/protocol";
import type { OpenCall } from "../sections/call-section.ts";
import type { GrowingText } from "../../markdown/growing-text.ts";
import type { AgentRun } from "../sections/agent-section.ts";
import { createPromptQueue, type PromptQueue } from "./prompt-queue.ts";
import type { Section } from "../sections/section.ts";
import { createTranscriptState, type TranscriptState } from "../content/transcript.ts";
import type { ViewOptions } from "../types.ts";

export interface OpenBlock {
  readonly type: "text" | "thinking";
  readonly agent: string | null;
  readonly text: GrowingText;
}

export interface ViewState {
  readonly calls: Map<string, OpenCall>;
  /** The call that waits for approval. Its result comes after the session was resumed, without the call. */
  deferredCall: OpenCall | undefined;
  readonly agents: Map<string, AgentRun>;
  /** Agent id by task id. */
  readonly agentOfTask: Map<string, string>;
  /** Recent tasks whose end has been shown. */
  readonly reportedTasks: Set<string>;
  readonly blocks: Map<string, OpenBlock>;
  /** Open permission requests by id. `isPrinted`: it is in the scrollback. */
  readonly requests: Map<string, { readonly event: PermissionRequestEvent; isPrinted: boolean }>;
  readonly prompts: PromptQueue;
  readonly transcript: TranscriptState;
  /** Sections that wait for the head of a transcript, until the head is printed. Undefined for a stream. */
  head: Section[] | "printed" | undefined;
  /** The stream ended in the middle of a turn. */
  isCut: boolean;
  /** A text block of the main agent is open: notes of the CLI wait for its end. */
  isTextOpen: boolean;
  readonly afterText: Section[];
  folder: string | undefined;
  model: string | undefined;
  sessionId: string | undefined;
  /** The current retry, and when it was reported. */
  retry: { readonly event: RetryEvent; readonly atMs: number | undefined } | undefined;
  /** The last status that the CLI reported, such as `compacting`. */
  activity: string | undefined;
  isTurnOpen: boolean;
  turnStartedAtMs: number | undefined;
  outputTokens: number;
  /** Tokens of the messages of this turn, for a turn whose end has no usage. */
  messageTokens: { readonly in: number; readonly out: number };
  /** How the last turn ended. */
  outcome: TurnOutcome | undefined;
  /** A `session-init` or a message has come. */
  hasStarted: boolean;
  /** MCP servers that have been reported, with their status. */
  readonly reportedServers: Set<string>;
  /** The last text of the main agent. An error that repeats it is not shown. */
  lastText: string;
  /** Text of the main agent has been shown in this turn. */
  hasShownText: boolean;
  unknownLines: number;
}

export interface ViewContext {
  readonly state: ViewState;
  readonly options: ViewOptions;
  /** The host's time of the current event. */
  nowMs(event: Event): number | undefined;
  /** Prints a section in the frame of this agent. */
  print(agent: string | null, section: Section): void;
  /** Returns the run of an agent, and creates it if its start was not in the stream. Undefined for the main agent. */
  getAgentRun(agent: string | null): AgentRun | undefined;
}

/** One function for each event type that is shown. */
export type Handlers = { readonly [Type in Event["type"]]?: (event: Extract<Event, { readonly type: Type }>) => void };

export function createViewState(options: ViewOptions): ViewState {
  return {
    calls: new Map(),
    deferredCall: undefined,
    agents: new Map(),
    agentOfTask: new Map(),
    reportedTasks: new Set(),
    blocks: new Map(),
    requests: new Map(),
    prompts: createPromptQueue(),
    transcript: createTranscriptState(),
    head: undefined,
    isCut: false,
    isTextOpen: false,
    afterText: [],
    folder: options.folder,
    model: undefined,
    sessionId: undefined,
    retry: undefined,
    activity: undefined,
    isTurnOpen: false,
    turnStartedAtMs: undefined,
    outputTokens: 0,
    messageTokens: { in: 0, out: 0 },
    outcome: undefined,
    hasStarted: false,
    reportedServers: new Set(),
    lastText: "",
    hasShownText: false,
    unknownLines: 0,
  };
}

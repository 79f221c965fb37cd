// The types of control requests that the CLI sends to the host. A responder gets a request and returns the line of the answer.

import type {
  ControlRequestEvent,
  Json,
  PermissionRequestEvent,
  SessionInitEvent,
  SessionState,
  TurnEndEvent,
} from "@unspool/protocol";
import type { InitializeFields } from "@unspool/protocol/wire";
import type { Warning } from "../warning.ts";

export type CliRequest = PermissionRequestEvent | ControlRequestEvent;

export interface RequestContext {
  /** Aborted when the CLI withdraws the request, and when the session closes. */
  readonly signal: AbortSignal;
  /** The current state of the session, which knows the agent that asks. */
  readonly state: () => SessionState;
  /** Sends a line that is not an answer: a message of an MCP server. */
  send(line: string): void;
  /** Adds a warning to the current turn. */
  readonly warn: (warning: Warning) => void;
  /** Whether the host chose or accepted a mode at least as wide as this one, for all agents or for those of the type. */
  readonly agreesToMode: (mode: Json | undefined, agentType: Json | undefined) => boolean;
}

/** One part of the control protocol: permissions, hooks, tools, dialogs. */
export interface Responder {
  /** Fields to add to `initialize`. */
  readonly initialize?: InitializeFields;
  /** Called with the CLI's `init` at the start of each turn. */
  init?(event: SessionInitEvent): void;
  /** Called at the end of a turn. Returns warnings for its result. */
  ended?(event: TurnEndEvent): readonly Warning[];
  /** Awaited before the program starts. Rejects with a `ClaudeError` if an option cannot be served. */
  prepare?(): Promise<void>;
  /** Resolves to the encoded answer, or returns `undefined` for a request of another responder. A rejection refuses the request. */
  answer(request: CliRequest, context: RequestContext): Promise<string> | undefined;
  /** Called at the end of the session. */
  close?(): void;
}

/** All responders of a session as one. Every request gets an answer: `answer` never rejects. */
export interface Responders extends Responder {
  answer(request: CliRequest, context: RequestContext): Promise<string>;
}

/** Answers a request for the host. `originalOf(request)` is the wire message. `undefined` leaves it to this package. */
export type RequestCallback = (
  request: CliRequest,
  context: { readonly signal: AbortSignal },
) => Promise<object> | undefined;

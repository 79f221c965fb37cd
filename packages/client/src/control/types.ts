// What the CLI may ask of the host, and who answers. A responder gets one request and returns the line that answers it.

import type {
  ControlRequestEvent,
  Json,
  PermissionRequestEvent,
  SessionInitEvent,
  SessionState,
  TurnEndEvent,
} from "@unspool/protocol";
import type { InitializeFields } from "@unspool/protocol/wire";
import type { Warning } from "../turn/types.ts";

export type CliRequest = PermissionRequestEvent | ControlRequestEvent;

export interface RequestContext {
  /** Aborted when the CLI withdraws the request, and when the session closes. */
  readonly signal: AbortSignal;
  /** The session as it is now, which knows the agent that asks. */
  readonly state: () => SessionState;
  /** Sends a line on the host's own account: a message of an MCP server. */
  send(line: string): void;
  /** Tells the turn under way what a callback of the host did wrong. */
  readonly warn: (warning: Warning) => void;
  /** Whether the host has asked for or agreed to a mode as wide as this one, for all agents or for those of the type. */
  readonly agreesToMode: (mode: Json | undefined, agentType: Json | undefined) => boolean;
}

/** One part of the control protocol: permissions, hooks, tools, dialogs. */
export interface Responder {
  /** What it adds to `initialize`. */
  readonly initialize?: InitializeFields;
  /** The program tells what it is, at the start of each turn. */
  init?(event: SessionInitEvent): void;
  /** A turn has ended. Returns what its result must warn of. */
  ended?(event: TurnEndEvent): readonly Warning[];
  /** To be awaited before the program starts: rejects with a `ClaudeError` if an option turns out to be impossible. */
  prepare?(): Promise<void>;
  /** Undefined: not mine. The line is an encoded answer; a rejection becomes a refusal with its message. */
  answer(request: CliRequest, context: RequestContext): Promise<string> | undefined;
  /** The session is over: pending work is given up. */
  close?(): void;
}

/** A host's own answer to a request: `originalOf(request)` is the wire message. Undefined: somebody else's. */
export type RequestCallback = (
  request: CliRequest,
  context: { readonly signal: AbortSignal },
) => Promise<object> | undefined;

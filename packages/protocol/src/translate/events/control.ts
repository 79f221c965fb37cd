// Events of the control protocol and of hooks.

import type { Json, JsonObject, Open } from "../../wire/json.ts";
import type { PermissionUpdate } from "../../wire/shared/permission.ts";
import type { EventCommon } from "./common.ts";

/** The CLI asks whether a tool may run, and waits for the answer. */
export interface PermissionRequestEvent extends EventCommon {
  readonly type: "permission-request";
  readonly requestId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  readonly toolUseId?: string;
  readonly suggestions: readonly PermissionUpdate[];
  readonly reason?: string;
}

/** The CLI no longer waits for the answer to a request. */
export interface PermissionCancelEvent extends EventCommon {
  readonly type: "permission-cancel";
  readonly requestId: string;
}

/** A tool call was denied without asking. */
export interface PermissionDeniedEvent extends EventCommon {
  readonly type: "permission-denied";
  readonly toolName: string;
  readonly toolUseId?: string;
  readonly reason?: string;
}

/** Any other request of the CLI that waits for an answer. */
export interface ControlRequestEvent extends EventCommon {
  readonly type: "control-request";
  readonly requestId: string;
  readonly subtype: string;
  readonly payload: JsonObject;
}

/** The CLI's answer to our request, or the echo of our own answer (`isEcho`). */
export interface ControlResponseEvent extends EventCommon {
  readonly type: "control-response";
  readonly requestId: string;
  readonly subtype: Open<"success" | "error">;
  readonly payload?: Json;
  readonly error?: string;
  readonly errorCode?: string;
  /** With `--replay-user-messages` the CLI repeats our answers to its own requests. */
  readonly isEcho?: true;
}

interface HookCommon extends EventCommon {
  readonly hookId: string;
  readonly name?: string;
  readonly event?: string;
}

export interface HookStartEvent extends HookCommon {
  readonly type: "hook-start";
}

export interface HookProgressEvent extends HookCommon {
  readonly type: "hook-progress";
  readonly output?: string;
}

export interface HookEndEvent extends HookCommon {
  readonly type: "hook-end";
  readonly outcome?: Open<"success" | "error" | "cancelled">;
  readonly output?: string;
  readonly exitCode?: number;
}

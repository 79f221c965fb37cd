// The program that drives the CLI, as data, so that one scenario can be played on a real CLI and on the simulator with
// the same lines on stdin at the same moments.

import type { Json, JsonObject } from "../json.ts";

export interface HostScript {
  /** Flags beside those that every run gets (`-p --output-format stream-json --verbose`). */
  readonly args?: readonly string[];
  /** How prompts come. @default "stream-json" */
  readonly input?: "stream-json" | "text";
  /** @default true */
  readonly partials?: boolean;
  /** `none`: the settings or the CLI choose. @default "bypassPermissions" */
  readonly permissionMode?: string;
  /** Files of the workspace before the start: path below it, content; `base64:` before the content of a binary file. */
  readonly files?: Readonly<Record<string, string>>;
  /** `subscription` gives the CLI a token instead of a key; rate limits are told only then. @default "api-key" */
  readonly auth?: "api-key" | "subscription";
  readonly env?: Readonly<Record<string, string>>;
  /** What stands in the `initialize` request. Without it none is sent. */
  readonly initialize?: JsonObject;
  readonly steps: readonly HostStep[];
  /**
   * Answers to what the CLI asks. Those to permissions and to hooks are used once each, in their order; a rest is allowed
   * as it is. Those of MCP servers serve every request of their method.
   */
  readonly answers?: readonly HostAnswer[];
  /** Which versions can play it, as in `>=2.1.0`. @default all */
  readonly versions?: string;
}

export type HostStep =
  /** A user message: text, or blocks. */
  | { readonly user: string | readonly JsonObject[]; readonly uuid?: string; readonly priority?: string }
  /** A control request. */
  | { readonly control: JsonObject; readonly id?: string }
  /**
   * Waits until a line has come that has all these fields (dots go down, also into lists: `message.content.0.type`).
   * Lines are looked at once: each wait begins after the line that ended the one before. `versions` says who waits.
   */
  | {
      readonly wait: Readonly<Record<string, Json>> | "result";
      readonly count?: number;
      readonly versions?: string;
    }
  /** Waits until nothing has come for so long, and no answer of the model has ended. */
  | { readonly quietMs: number }
  /** Waits until the model has given so many whole answers. Who plays without an API goes on at once. */
  | { readonly served: number }
  | { readonly signal: "SIGINT" | "SIGTERM" }
  /** A line as it is. */
  | { readonly line: string }
  /** Ends this process; the next one resumes its session. */
  | { readonly restart: "resume" | "fork" | "continue" }
  | { readonly end: true };

export type HostAnswer =
  | {
      readonly permission: "allow" | "deny";
      readonly updatedInput?: JsonObject;
      readonly message?: string;
      readonly interrupt?: boolean;
    }
  /** Never answered. */
  | { readonly permission: "ignore" }
  | { readonly hook: JsonObject }
  /** The JSON-RPC result for a method of an in-process MCP server. */
  | { readonly mcp: string; readonly result: JsonObject };

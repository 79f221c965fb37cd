// The host script: the program that drives the CLI, as data. A real CLI and the simulator get the same lines on stdin at the
// same moments.

import type { Json, JsonObject } from "../json.ts";

export interface HostScript {
  /** Flags in addition to those of every run (`-p --output-format stream-json --verbose`). */
  readonly args?: readonly string[];
  /** The input format. @default "stream-json" */
  readonly input?: "stream-json" | "text";
  /** @default true */
  readonly partials?: boolean;
  /** `none` leaves the choice to the settings or the CLI. @default "bypassPermissions" */
  readonly permissionMode?: string;
  /** Files of the workspace by relative path. The content of a binary file starts with `base64:`. */
  readonly files?: Readonly<Record<string, string>>;
  /** `subscription` gives the CLI a token instead of a key. Only then does it report rate limits. @default "api-key" */
  readonly auth?: "api-key" | "subscription";
  readonly env?: Readonly<Record<string, string>>;
  /** The fields of the `initialize` request. Without it, none is sent. */
  readonly initialize?: JsonObject;
  readonly steps: readonly HostStep[];
  /**
   * Answers to the CLI's requests. Answers to permissions and hooks are used once each, in order; further requests are
   * allowed. Answers of MCP servers serve every request of their method.
   */
  readonly answers?: readonly HostAnswer[];
  /** The versions that can play the scenario, for example `>=2.1.0`. @default all */
  readonly versions?: string;
}

export type HostStep =
  /** A user message: text, or blocks. */
  | { readonly user: string | readonly JsonObject[]; readonly uuid?: string; readonly priority?: string }
  /** A control request. */
  | { readonly control: JsonObject; readonly id?: string }
  /**
   * Waits for a line with all these fields (a dotted path reaches into objects and lists: `message.content.0.type`).
   * Each wait starts after the line that ended the one before. Only CLIs in the range `versions` wait.
   */
  | {
      readonly wait: Readonly<Record<string, Json>> | "result";
      readonly count?: number;
      readonly versions?: string;
    }
  /** Waits until no line has come and no answer of the model has ended for this long. */
  | { readonly quietMs: number }
  /** Waits until the model stub has served this many whole answers. Without a stub it does not wait. */
  | { readonly served: number }
  | { readonly signal: "SIGINT" | "SIGTERM" }
  /** A raw line. */
  | { readonly line: string }
  /** Ends the process and starts another one that resumes its session. */
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

// The types of permissions: rules, a callback, or both, rules first; and of questions to the user.

import type { Json, JsonObject, PermissionUpdate } from "@unspool/protocol";

/** A tool (`Bash`, `mcp__*`), or some of its calls (`Bash(git *)`, `Edit(src/**)`), as the CLI's own rules are written. */
export type PermissionPattern = string;

export interface PermissionRules {
  /** Calls that run without `decide` when the CLI asks about them. */
  readonly allow?: readonly PermissionPattern[];
  /** Calls that never run, even where the CLI would not ask. */
  readonly deny?: readonly PermissionPattern[];
  /** Calls that need `decide`, even if `allow` has them or the CLI would not ask. The order is deny, ask, allow. */
  readonly ask?: readonly PermissionPattern[];
  /**
   * Like `ask`, but `decide` may also answer `request.defer()`: the turn ends, and the CLI asks again when the session is
   * resumed. Without `decide`, such calls are deferred. The order is deny, defer, ask, allow.
   */
  readonly defer?: readonly PermissionPattern[];
  /** Decides about calls without a rule. @default they are denied */
  readonly decide?: PermissionCallback;
  /** How long `decide` may take before the call is denied. @default `permissionTimeoutMs` */
  readonly timeoutMs?: number;
}

export type PermissionCallback = (request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>;

export interface PermissionRequest {
  readonly requestId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  readonly toolUseId: string | undefined;
  /** The session that asks, as one callback may serve many. Undefined if the CLI has not reported its id yet. */
  readonly sessionId: string | undefined;
  /** The agent that makes the call: the id of the tool use that started it, or `null` for the main agent. */
  readonly agent: string | null;
  /** The type of that agent, such as `general-purpose`, if known. */
  readonly agentType: string | undefined;
  /** The description of that agent from the call that started it, if known. */
  readonly agentDescription: string | undefined;
  readonly reason: string | undefined;
  /** The rules that the CLI suggests to remember. */
  readonly suggestions: readonly PermissionUpdate[];
  /** Aborted when the CLI no longer waits, and at the timeout. */
  readonly signal: AbortSignal;
  /** Allows the call, with its own input or another. */
  allow(changedInput?: JsonObject): PermissionAnswer;
  /**
   * Allows the call and similar ones from now on: by the rules that the CLI suggests (by its other suggestions if there are
   * no rules), or by the given updates. The CLI keeps them where they say, usually in the project's local settings.
   */
  alwaysAllow(options?: {
    readonly changedInput?: JsonObject;
    readonly updates?: readonly PermissionUpdate[];
  }): PermissionAnswer;
  /** Denies the call. The model reads the message. */
  deny(message?: string, options?: { readonly interrupt?: boolean }): PermissionAnswer;
  /**
   * Whether `defer()` is possible: for a call of the main agent that matches `permissions.defer`, since Claude Code 2.1.89.
   */
  readonly canDefer: boolean;
  /**
   * Ends the turn without a decision: its result has the call in `deferred`, and the CLI asks again when the session is
   * resumed. Denies the call, with a warning, where `canDefer` is false.
   */
  defer(): PermissionAnswer;
}

/** The return value of the request's methods. It is plain data, so that it can be created elsewhere, too. */
export type PermissionAnswer =
  | {
      readonly behavior: "allow";
      readonly updatedInput?: JsonObject;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean }
  | { readonly behavior: "defer" };

/** A question of the model to the user (the tool AskUserQuestion). */
export interface UserQuestion {
  readonly question: string;
  readonly header: string | undefined;
  readonly isMultiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string | undefined }[];
}

type QuestionAnswers = Readonly<Record<string, string | readonly string[]>>;

/** Returns the answers by question text, with a list for several choices, or `undefined` if the user declines. */
export type QuestionCallback = (
  questions: readonly UserQuestion[],
  context: { readonly signal: AbortSignal },
) => QuestionAnswers | undefined | Promise<QuestionAnswers | undefined>;

/** A question of an MCP server to the user. */
export interface Elicitation {
  readonly serverName: string;
  readonly message: string;
  readonly mode: string | undefined;
  readonly url: string | undefined;
  readonly requestedSchema: Json | undefined;
  readonly signal: AbortSignal;
}

interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: JsonObject;
}

export type ElicitationCallback = (elicitation: Elicitation) => ElicitationAnswer | Promise<ElicitationAnswer>;

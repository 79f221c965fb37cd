// How a host decides about tools: by rules, by a callback, or by both, rules first.

import type { Json, JsonObject, PermissionUpdate } from "@unspool/protocol";

/** A tool (`Bash`, `mcp__*`), or some of its calls (`Bash(git *)`, `Edit(src/**)`), as the CLI's own rules are written. */
export type PermissionPattern = string;

export interface PermissionRules {
  /** For what the CLI asks about. */
  readonly allow?: readonly PermissionPattern[];
  /** Never runs, also where the CLI would not ask. */
  readonly deny?: readonly PermissionPattern[];
  /** Goes to `decide` also if `allow` has it, and where the CLI would not ask. The order is deny, ask, allow. */
  readonly ask?: readonly PermissionPattern[];
  /**
   * Like `ask`, but `decide` may also answer `request.defer()`: the turn ends, and the CLI asks again when the session is
   * resumed. Without `decide`, such calls are deferred. The order is deny, defer, ask, allow.
   */
  readonly defer?: readonly PermissionPattern[];
  /** Asked for what no rule decides. Without it, that is denied. */
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
  /** The session that asks: one callback may serve many. Undefined if the CLI has not told it yet. */
  readonly sessionId: string | undefined;
  /** The agent whose call it is: the id of the tool use that started it, `null` for the main agent. */
  readonly agent: string | null;
  /** The kind of that agent, such as `general-purpose`, if it is known. */
  readonly agentType: string | undefined;
  /** What that agent is for, in the words of the call that started it, if they are known. */
  readonly agentDescription: string | undefined;
  readonly reason: string | undefined;
  /** What the CLI offers to remember. */
  readonly suggestions: readonly PermissionUpdate[];
  /** Aborted when the CLI no longer waits, and when time is up. */
  readonly signal: AbortSignal;
  /** Lets it run, with its own input or another. */
  allow(changedInput?: JsonObject): PermissionAnswer;
  /**
   * Lets it run, and calls like it from now on: with the rules that the CLI suggests (where it suggests none, with its other
   * suggestions), or with the updates given. The CLI keeps them where they say, usually in the project's local settings.
   */
  alwaysAllow(options?: {
    readonly changedInput?: JsonObject;
    readonly updates?: readonly PermissionUpdate[];
  }): PermissionAnswer;
  /** The model reads the message. */
  deny(message?: string, options?: { readonly interrupt?: boolean }): PermissionAnswer;
  /**
   * Whether `defer()` is possible: the main agent's call, named by `permissions.defer`, in Claude Code 2.1.89 or later.
   */
  readonly canDefer: boolean;
  /**
   * Ends the turn without a decision: its result has the call in `deferred`, and the CLI asks again when the session is
   * resumed. Denies the call, with a warning, where `canDefer` is false.
   */
  defer(): PermissionAnswer;
}

/** Made by the request's own methods; data, so that it can be made elsewhere too. */
export type PermissionAnswer =
  | {
      readonly behavior: "allow";
      readonly updatedInput?: JsonObject;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean }
  | { readonly behavior: "defer" };

/** A question of the model to the person (the tool AskUserQuestion). */
export interface UserQuestion {
  readonly question: string;
  readonly header: string | undefined;
  readonly isMultiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string | undefined }[];
}

type QuestionAnswers = Readonly<Record<string, string | readonly string[]>>;

/** Answers by question text; a list for several choices. Undefined: the person does not want to answer. */
export type QuestionCallback = (
  questions: readonly UserQuestion[],
  context: { readonly signal: AbortSignal },
) => QuestionAnswers | undefined | Promise<QuestionAnswers | undefined>;

/** An MCP server asks the person something. */
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

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
  /** Asked for what no rule decides. Without it, that is denied. */
  readonly decide?: PermissionCallback;
  /** How long `decide` may take before the call is denied. @default 300000 */
  readonly timeoutMs?: number;
}

export type PermissionCallback = (request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>;

export interface PermissionRequest {
  readonly requestId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  readonly toolUseId: string | undefined;
  /** `null` for the main agent. */
  readonly agent: string | null;
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
}

/** Made by the request's own methods; data, so that it can be made elsewhere too. */
export type PermissionAnswer =
  | {
      readonly behavior: "allow";
      readonly updatedInput?: JsonObject;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean };

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

// The hooks of a session: commands from settings, and callbacks that the host registered by `initialize`.

import type { Json, JsonObject } from "../../json.ts";

export type HookEvent = "PreToolUse" | "PostToolUse" | "UserPromptSubmit" | "Stop" | "SessionStart" | "SubagentStop";

export interface CommandHook {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string;
}

interface Matcher {
  readonly matcher: string | undefined;
  readonly ids: readonly string[];
  readonly blocksOnFailure: boolean;
}

type FoundHook = { readonly id: string; readonly blocksOnFailure: boolean } | { readonly command: string };

export interface Hooks {
  register(hooks: Json | undefined): void;
  /** Returns the hooks that match, those of settings first. */
  find(event: HookEvent, subject: string | undefined): readonly FoundHook[];
}

export function createHooks(commands: readonly CommandHook[]): Hooks {
  const byEvent = new Map<string, readonly Matcher[]>();
  return {
    register(hooks) {
      if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks)) return;
      for (const [event, matchers] of Object.entries(hooks as JsonObject)) {
        if (Array.isArray(matchers)) byEvent.set(event, (matchers as readonly JsonObject[]).map(readMatcher));
      }
    },
    find(event, subject) {
      const own = commands.filter((hook) => hook.event === event && matches(hook.matcher, subject));
      const fitting = (byEvent.get(event) ?? []).filter(({ matcher }) => matches(matcher, subject));
      return [
        ...own.map(({ command }) => ({ command })),
        ...fitting.flatMap(({ ids, blocksOnFailure }) => ids.map((id) => ({ id, blocksOnFailure }))),
      ];
    },
  };
}

function readMatcher(fields: JsonObject): Matcher {
  const ids = fields["hookCallbackIds"];
  const matcher = fields["matcher"];
  return {
    matcher: typeof matcher === "string" ? matcher : undefined,
    ids: Array.isArray(ids) ? ids.map(String) : [],
    blocksOnFailure: fields["onFailure"] === "block",
  };
}

function matches(matcher: string | undefined, subject: string | undefined): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*" || subject === undefined) return true;
  try {
    return new RegExp(`^(?:${matcher})$`, "u").test(subject);
  } catch {
    return matcher === subject;
  }
}

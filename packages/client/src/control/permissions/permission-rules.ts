// Compiles the host's rules about tools, and applies them in the order deny, defer, ask, allow.

import { homedir } from "node:os";
import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../../errors.ts";
import { compileRule, type CompiledRule } from "./permission-pattern.ts";
import type { PermissionPattern, PermissionRules } from "./types.ts";

export type Ruling =
  | {
      readonly kind: "deny" | "defer" | "ask";
      readonly pattern: PermissionPattern;
      /** Why it is uncertain whether the rule matches the call. */
      readonly doubt: string | undefined;
    }
  | { readonly kind: "allow" }
  /** No rule matches. */
  | { readonly kind: "none" };

export interface CompiledRules {
  rulingOn(toolName: string, input: JsonObject): Ruling;
}

/** @throws {ClaudeError} `invalid-option` for invalid rules */
export function compileRules(rules: PermissionRules, cwd: string): CompiledRules {
  const places = { cwd, home: homedir(), platform: process.platform };
  const compile = (list: "allow" | "deny" | "defer" | "ask"): readonly CompiledRule[] => {
    const patterns = rules[list] ?? [];
    if (Array.isArray(patterns)) return patterns.map((pattern: string) => compileRule(pattern, places));
    throw new ClaudeError("invalid-option", `permissions.${list} must be a list of rules.`, { [list]: patterns });
  };
  const [deny, defer, ask, allow] = [compile("deny"), compile("defer"), compile("ask"), compile("allow")];
  return {
    rulingOn(toolName, input) {
      const fits = (rule: CompiledRule): boolean => rule.possiblyMatches(toolName, input);
      const denying = deny.find(fits);
      const toRuling = (kind: "deny" | "defer" | "ask", rule: CompiledRule): Ruling => ({
        kind,
        pattern: rule.pattern,
        doubt: rule.doubtAbout(toolName, input),
      });
      if (denying !== undefined) return toRuling("deny", denying);
      const deferring = defer.find(fits);
      if (deferring !== undefined) return toRuling("defer", deferring);
      const asking = ask.find(fits);
      if (asking !== undefined) return toRuling("ask", asking);
      return { kind: allow.some((rule) => rule.definitelyMatches(toolName, input)) ? "allow" : "none" };
    },
  };
}

/** Formats the message for the model. */
export function formatDenial({
  pattern,
  doubt,
}: {
  readonly pattern: PermissionPattern;
  readonly doubt: string | undefined;
}): string {
  const denial = `The host's rule ${pattern} denies this call.`;
  return doubt === undefined ? denial : `${denial} ${doubt}`;
}

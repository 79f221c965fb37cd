// The host's rules about tools, in the order deny, defer, ask, allow.

import { homedir } from "node:os";
import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { compileRule, type CompiledRule } from "./permission-pattern.ts";
import type { PermissionPattern, PermissionRules } from "./permission-types.ts";

export type Ruling =
  | {
      readonly kind: "deny" | "defer" | "ask";
      readonly pattern: PermissionPattern;
      /** Why it is not certain that the rule is about this call. */
      readonly doubt: string | undefined;
    }
  | { readonly kind: "allow" }
  /** No rule is about it. */
  | { readonly kind: "none" };

export interface CompiledRules {
  rulingOn(toolName: string, input: JsonObject): Ruling;
}

/** @throws {ClaudeError} `invalid-option` for rules that are none */
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
      const fits = (rule: CompiledRule): boolean => rule.fitsPerhaps(toolName, input);
      const denying = deny.find(fits);
      const rulingOf = (kind: "deny" | "defer" | "ask", rule: CompiledRule): Ruling => ({
        kind,
        pattern: rule.pattern,
        doubt: rule.doubtAbout(toolName, input),
      });
      if (denying !== undefined) return rulingOf("deny", denying);
      const deferring = defer.find(fits);
      if (deferring !== undefined) return rulingOf("defer", deferring);
      const asking = ask.find(fits);
      if (asking !== undefined) return rulingOf("ask", asking);
      return { kind: allow.some((rule) => rule.fitsSurely(toolName, input)) ? "allow" : "none" };
    },
  };
}

/** What the model reads. */
export function denialBy({
  pattern,
  doubt,
}: {
  readonly pattern: PermissionPattern;
  readonly doubt: string | undefined;
}): string {
  const denial = `The host's rule ${pattern} denies this call.`;
  return doubt === undefined ? denial : `${denial} ${doubt}`;
}

// The host's rules about tools, in the order deny, ask, allow.

import { homedir } from "node:os";
import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { compileRule, type CompiledRule } from "./permission-pattern.ts";
import type { PermissionPattern, PermissionRules } from "./permission-types.ts";

export type Ruling =
  | { readonly kind: "deny" | "ask"; readonly pattern: PermissionPattern }
  | { readonly kind: "allow" }
  /** No rule is about it. */
  | { readonly kind: "none" };

export interface CompiledRules {
  /** Whether any could be passed over by a CLI that does not ask. */
  readonly denyOrAsk: boolean;
  rulingOn(toolName: string, input: JsonObject): Ruling;
}

/** @throws {ClaudeError} `invalid-option` for rules that are none */
export function compileRules(rules: PermissionRules, cwd: string): CompiledRules {
  const places = { cwd, home: homedir(), platform: process.platform };
  const compile = (list: "allow" | "deny" | "ask"): readonly CompiledRule[] => {
    const patterns = rules[list] ?? [];
    if (Array.isArray(patterns)) return patterns.map((pattern: string) => compileRule(pattern, places));
    throw new ClaudeError("invalid-option", `permissions.${list} must be a list of rules.`, { [list]: patterns });
  };
  const [deny, ask, allow] = [compile("deny"), compile("ask"), compile("allow")];
  return {
    denyOrAsk: deny.length + ask.length > 0,
    rulingOn(toolName, input) {
      const fits = (rule: CompiledRule): boolean => rule.fitsPerhaps(toolName, input);
      const denying = deny.find(fits);
      if (denying !== undefined) return { kind: "deny", pattern: denying.pattern };
      const asking = ask.find(fits);
      if (asking !== undefined) return { kind: "ask", pattern: asking.pattern };
      return { kind: allow.some((rule) => rule.fitsSurely(toolName, input)) ? "allow" : "none" };
    },
  };
}

/** What the model reads. */
export function denialBy(pattern: PermissionPattern): string {
  return `The host's rule ${pattern} denies this call.`;
}

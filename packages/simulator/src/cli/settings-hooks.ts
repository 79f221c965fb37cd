// The hooks of settings: commands by event and matcher. Other kinds of hooks than commands are passed over.

import type { CommandHook } from "../engine/command-hooks.ts";
import { isRecord } from "../json.ts";

/** Undefined if they are not what hooks should be. */
export function hooksOf(value: unknown): readonly CommandHook[] | undefined {
  if (!isRecord(value)) return undefined;
  const hooks: CommandHook[] = [];
  for (const [event, groups] of Object.entries(value)) {
    if (!Array.isArray(groups)) return undefined;
    for (const group of groups as readonly unknown[]) {
      if (!isRecord(group) || !Array.isArray(group["hooks"])) return undefined;
      const matcher = group["matcher"];
      for (const hook of group["hooks"] as readonly unknown[]) {
        if (!isRecord(hook)) return undefined;
        const { type, command } = hook;
        if (type !== "command" || typeof command !== "string") continue;
        hooks.push({ event, matcher: typeof matcher === "string" ? matcher : undefined, command });
      }
    }
  }
  return hooks;
}

// The permission mode that the host chose for the start of a session.

import type { PermissionMode } from "@unspool/protocol";
import { asObject, parseObject } from "../json.ts";
import type { SessionOptions } from "./types.ts";

/**
 * Returns the host's own choice: words in `extraArgs` (they stand last on the command line and win), `permissionMode`, the
 * `defaultMode` of settings that it gives as data. A host that answers permissions and chose none gets `default`, for
 * otherwise the CLI or the user's settings would choose, and may choose a mode that never asks. Undefined: no choice.
 */
export function startMode(options: SessionOptions): PermissionMode | undefined {
  const { permissions, permissionMode, extraArgs = [], settings } = options;
  const chosen = modeInArgs(extraArgs) ?? permissionMode;
  if (chosen !== undefined || permissions === undefined) return chosen;
  return modeInSettings(settings) ?? "default";
}

/** Whether `extraArgs` choose the mode. */
export function modeInArgs(args: readonly string[]): PermissionMode | undefined {
  if (args.includes("--dangerously-skip-permissions")) return "bypassPermissions";
  let mode: PermissionMode | undefined;
  for (const [index, word] of args.entries()) {
    if (word === "--permission-mode") mode = args[index + 1];
    else if (word.startsWith("--permission-mode=")) mode = word.slice("--permission-mode=".length);
  }
  return mode;
}

function modeInSettings(settings: SessionOptions["settings"]): PermissionMode | undefined {
  // A path names a file, which only the CLI reads.
  const data = typeof settings === "string" ? parseObject(settings) : settings;
  const mode = asObject(data?.["permissions"])?.["defaultMode"];
  return typeof mode === "string" ? mode : undefined;
}

// Chooses the permission mode for the start of a session.

import type { PermissionMode } from "@unspool/protocol";
import { asObject, parseObject } from "@unspool/protocol/kit";
import type { SessionOptions } from "./options.ts";

/**
 * Returns the host's choice: from `extraArgs` (last on the command line, so it wins), `permissionMode`, or the `defaultMode`
 * of `settings` given as data. A host with `permissions` that chose none gets `default`: otherwise the CLI or the user's
 * settings might choose a mode that never asks. Returns `undefined` without a choice.
 */
export function chooseStartMode(options: SessionOptions): PermissionMode | undefined {
  const { permissions, permissionMode, extraArgs = [], settings } = options;
  const chosen = findModeInArgs(extraArgs) ?? permissionMode;
  if (chosen !== undefined || permissions === undefined) return chosen;
  return modeInSettings(settings) ?? "default";
}

/** Returns the mode that `extraArgs` choose, or `undefined`. */
export function findModeInArgs(args: readonly string[]): PermissionMode | undefined {
  if (args.includes("--dangerously-skip-permissions")) return "bypassPermissions";
  let mode: PermissionMode | undefined;
  for (const [index, word] of args.entries()) {
    if (word === "--permission-mode") mode = args[index + 1];
    else if (word.startsWith("--permission-mode=")) mode = word.slice("--permission-mode=".length);
  }
  return mode;
}

function modeInSettings(settings: SessionOptions["settings"]): PermissionMode | undefined {
  // Text that is not JSON is a path, which only the CLI reads.
  const data = typeof settings === "string" ? parseObject(settings) : settings;
  const mode = asObject(data?.["permissions"])?.["defaultMode"];
  return typeof mode === "string" ? mode : undefined;
}

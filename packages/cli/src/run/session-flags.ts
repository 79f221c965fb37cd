// The session flags that `run` and `chat` share, and their conflicts.

import type { Flag, ParsedArgs } from "../cli/command.ts";
import { UsageError } from "../cli/io.ts";

const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

/** @param help the texts that differ: when the person is asked, and what the budget stops */
export function createSessionFlags(help: { readonly asks: string; readonly stops: string }): readonly Flag[] {
  return [
    { name: "model", short: "m", value: "name", help: "which model answers" },
    {
      name: "resume",
      short: "r",
      value: "session",
      help: "resume this session (the beginning of its id is enough)",
    },
    { name: "continue", short: "c", help: "resume the last session of this folder" },
    { name: "fork", help: "resume under a new id and leave the old session unchanged" },
    {
      name: "permission",
      short: "p",
      value: "mode",
      choices: [...MODES, "ask"],
      help: `what tools may do${help.asks}`,
    },
    { name: "budget", short: "b", value: "dollars", help: help.stops },
    { name: "record", value: "file", help: "record every line in both directions, with secrets redacted" },
    { name: "simulate", help: "simulated answers without claude, free" },
    {
      name: "scenario",
      value: "name",
      help: "with --simulate: a built-in scenario (unspool simulate --list) or a file",
    },
  ];
}

/** @throws {UsageError} */
export function checkSessionFlags(given: ParsedArgs): void {
  if (given.has("fork") && given.text("resume") === undefined && !given.has("continue")) {
    throw new UsageError("--fork needs a session to fork: give --resume <session> or --continue.");
  }
  if (given.has("continue") && given.text("resume") !== undefined) {
    throw new UsageError(
      "--resume names a session and --continue means the last one of this folder: give one of them.",
    );
  }
  if (given.text("scenario") !== undefined && !given.has("simulate")) {
    throw new UsageError("--scenario is for --simulate: give both.");
  }
}

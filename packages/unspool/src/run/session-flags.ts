// The flags that choose a session, the same for one turn and for many, and what cannot stand together.

import type { Flag, Given } from "../cli/command.ts";
import { UsageError } from "../cli/io.ts";

const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

/** @param words what differs: when one is asked, and what the budget stops */
export function sessionFlags(words: { readonly asks: string; readonly stops: string }): readonly Flag[] {
  return [
    { name: "model", short: "m", value: "name", help: "which model answers" },
    {
      name: "resume",
      short: "r",
      value: "session",
      help: "go on with this session (the beginning of its id is enough)",
    },
    { name: "continue", short: "c", help: "go on with the last session of this folder" },
    { name: "fork", help: "go on under a new id, and leave the old session as it was" },
    {
      name: "permission",
      short: "p",
      value: "mode",
      choices: [...MODES, "ask"],
      help: `what tools may do${words.asks}`,
    },
    { name: "budget", short: "b", value: "dollars", help: words.stops },
    { name: "record", value: "file", help: "keep every line both ways, secrets redacted" },
    { name: "simulate", help: "no claude: simulated answers, free" },
    { name: "scenario", value: "name", help: "with --simulate: a ready-made one (unspool simulate --list), or a file" },
  ];
}

/** @throws {UsageError} */
export function checkSessionFlags(given: Given): void {
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

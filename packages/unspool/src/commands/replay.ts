// `unspool replay`: a recording on the screen as it happened, or as a fake claude on stdin and stdout.

import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";

export const replay: Command = {
  name: "replay",
  takes: "<file>",
  summary: "a recording on the screen, or as a fake claude",
  details:
    "Recordings are made with unspool record or run --record; the plain stdout of a CLI will do, with a pace of its own.\n" +
    "As a fake claude it answers the prompts that were recorded, and ends when it is asked something else.",
  flags: [
    {
      name: "speed",
      short: "s",
      value: "times",
      help: "1: as it was (default in a terminal), 4: four times as fast, 0: at once",
    },
    { name: "as-claude", help: "speak stream-json on stdin and stdout; words behind the file are passed over" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ["unspool replay run.jsonl", "see it again as it happened"],
    ["unspool replay --speed 4 run.jsonl", "four times as fast"],
    ["unspool replay --as-claude run.jsonl -- -p --verbose", "in the place of claude, for a program under test"],
  ],
  async run(given, io) {
    const [file, ...more] = given.words;
    const speed = given.number("speed", { min: 0 });
    if (file === undefined) throw new UsageError("Which recording? Give a file: unspool replay run.jsonl");
    if (given.has("as-claude")) {
      const { replayAsClaude } = await import("../replay/as-claude.ts");
      return replayAsClaude(file, io, speed ?? 0);
    }
    if (more.length > 0) throw new UsageError("unspool replay takes one file.");
    const { findSource } = await import("../source/find-source.ts");
    if ((await findSource(file, io)) !== file) {
      throw new UsageError(`"${file}" is a session of this machine, not a recording. See it: unspool view ${file}`);
    }
    const { replayOnScreen } = await import("../replay/on-screen.ts");
    await replayOnScreen(file, io, { speed: speed ?? (io.stdout.isTTY === true ? 1 : 0), ...viewChoices(given) });
    return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
  },
};

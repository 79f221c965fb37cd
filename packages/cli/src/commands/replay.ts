// `unspool replay`: plays a recording on the screen, or as a fake claude on stdin and stdout.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";
import { VIEW_FLAGS, readViewFlags } from "../view/flags.ts";

export const replay: CommandDefinition = {
  details:
    "unspool record and run --record write recordings. The plain stdout of a CLI has no times and plays at a usual pace.\n" +
    "A fake claude answers the recorded prompts, and ends at any other prompt.",
  flags: [
    {
      name: "speed",
      short: "s",
      value: "times",
      help: "1: original speed (default in a terminal), 4: four times as fast, 0: no waiting",
    },
    { name: "as-claude", help: "use stream-json on stdin and stdout; arguments after the file are ignored" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ["unspool replay run.jsonl", "watch it at its original speed"],
    ["unspool replay --speed 4 run.jsonl", "four times as fast"],
    ["unspool replay --as-claude run.jsonl -- -p --verbose", "replace claude in a test of a program"],
  ],
  async run(given, io) {
    const [file, ...more] = given.positionals;
    const speed = given.number("speed", { min: 0 });
    if (file === undefined)
      throw new UsageError("There is no recording to play: give a file, as in unspool replay run.jsonl");
    if (given.has("as-claude")) {
      const { replayAsClaude } = await import("../replay/as-claude.ts");
      return replayAsClaude(file, io, speed ?? 0);
    }
    if (more.length > 0) throw new UsageError(`unspool replay takes one file: remove "${more[0]}".`);
    const { findSource } = await import("../source/find-source.ts");
    if ((await findSource(file, io)) !== file) {
      throw new UsageError(`"${file}" is a session of this machine, not a recording. Use: unspool view ${file}`);
    }
    const { replayOnScreen } = await import("../replay/on-screen.ts");
    await replayOnScreen(file, io, { speed: speed ?? (io.stdout.isTTY === true ? 1 : 0), ...readViewFlags(given) });
    return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
  },
};

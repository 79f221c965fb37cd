// `unspool view`: the live view of any stream.

import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";

export const view: Command = {
  name: "view",
  takes: "[file…]",
  summary: "the live view of any stream, recording or transcript",
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings,\n" +
    "transcripts under ~/.claude/projects. In a terminal what is under way is drawn at the bottom, and what is finished is\n" +
    "ordinary scrollback; a pipe gets plain text.",
  flags: [
    { name: "follow", short: "f", help: "go on when the end of the file is reached, until Ctrl-C" },
    ...VIEW_FLAGS,
  ],
  examples: [
    ["claude -p … --output-format stream-json --verbose --include-partial-messages | unspool view", "watch it live"],
    ["unspool view run.ndjson | less", "read what happened"],
    ["unspool view --follow 5c57a276", "watch a session of another window, by the beginning of its id"],
  ],
  async run(given, io) {
    const files = given.words.length === 0 ? ["-"] : given.words;
    const follows = given.has("follow");
    if (follows && files.length > 1) throw new UsageError("--follow takes one file.");
    const [
      { createDecoder },
      { openStream, sourceName },
      { createDeltaFilter },
      { createShow },
      { SYSTEM_CLOCK },
      { oneLine },
    ] = await Promise.all([
      import("@unspool/protocol"),
      import("../source/open-stream.ts"),
      import("../source/without-deltas.ts"),
      import("../view/show.ts"),
      import("../terminal/clock.ts"),
      import("../view/text.ts"),
    ]);
    const sources = await Promise.all(
      files.map(async (file) => ({ file, chunks: await openStream(file, io, { follows }) })),
    );
    for (const [place, { file, chunks }] of sources.entries()) {
      const isUnderWay = follows || file === "-";
      const show = createShow(io, {
        ...viewChoices(given),
        isUnderWay,
        now: isUnderWay ? () => SYSTEM_CLOCK.now() : undefined,
        resumeCommand: file === "-" ? (id) => `claude --resume ${id}` : undefined,
      });
      if (files.length > 1) show.print([...(place > 0 ? [""] : []), `== ${oneLine(file)}`, ""]);
      let isEmpty = true;
      const decoder = createDecoder({
        onEvent(event) {
          isEmpty = false;
          show.push(event);
        },
      });
      // Where nobody watches text being typed, its pieces need not be read.
      const input = show.isLive ? decoder : createDeltaFilter((bytes) => decoder.push(bytes));
      try {
        for await (const chunk of chunks) {
          input.push(chunk);
          await show.drained();
          if (io.signal.aborted) break;
        }
        input.end();
        decoder.end();
      } finally {
        show.end();
        await show.drained();
      }
      if (io.signal.aborted) return EXIT.interrupted;
      if (isEmpty) io.stderr.write(`unspool: There was nothing to show in ${oneLine(sourceName(file))}.\n`);
    }
    return EXIT.ok;
  },
};

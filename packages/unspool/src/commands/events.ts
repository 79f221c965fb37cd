// `unspool events`: translated events, one JSON object per line, at the reader's pace.

import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

export const events: Command = {
  name: "events",
  takes: "[file…]",
  summary: "translated events, one JSON object per line",
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings,\n" +
    'transcripts. Of several files, each event names its own in "file". A block comes as start, deltas and end: whoever\n' +
    "wants whole texts takes the ends. All types are listed in the reference of @unspool/protocol.",
  flags: [
    { name: "type", short: "t", value: "names", isRepeatable: true, help: "only these, e.g. text-end,tool-*" },
    { name: "agent", short: "a", value: "id", isRepeatable: true, help: "only this agent: main, or how its id begins" },
    { name: "text", value: "regex", help: "only events that say something like this (ids do not count)" },
    { name: "follow", short: "f", help: "go on when the end of the file is reached, until Ctrl-C" },
  ],
  examples: [
    ["claude -p … --output-format stream-json --verbose | unspool events | jq .type", "what happens, as it happens"],
    ["unspool events --type text-end run.ndjson | jq -r .text", "everything the model said"],
    ["unspool events --type tool-call-end --agent main run.ndjson", "the main agent's tool calls"],
    ["unspool events --follow --text 'error|failed' run.ndjson", "watch a growing file for trouble"],
  ],
  async run(given, io) {
    const files = given.words.length === 0 ? ["-"] : given.words;
    const follows = given.has("follow");
    if (follows && files.length > 1) throw new UsageError("--follow takes one file.");
    const [{ createDecoder }, { openStream }, { createFilter }, { jsonLine }, { writePaced }] = await Promise.all([
      import("@unspool/protocol"),
      import("../source/open-stream.ts"),
      import("../events/filter.ts"),
      import("../output/json-line.ts"),
      import("../output/write-paced.ts"),
    ]);
    const isWanted = createFilter({
      types: given.texts("type"),
      agents: given.texts("agent"),
      text: given.text("text"),
    });
    const sources = await Promise.all(
      files.map(async (file) => ({ file, chunks: await openStream(file, io, { follows }) })),
    );
    for (const { file, chunks } of sources) {
      let lines = "";
      const origin = files.length > 1 ? { file } : undefined;
      const decoder = createDecoder({
        onEvent(event) {
          if (isWanted !== undefined && !isWanted(event)) return;
          lines += `${jsonLine(origin === undefined ? event : { ...origin, ...event }, io.stdout)}\n`;
        },
      });
      for await (const chunk of chunks) {
        decoder.push(chunk);
        const text = lines;
        lines = "";
        await writePaced(io.stdout, text, io.signal);
        if (io.signal.aborted) return EXIT.interrupted;
      }
      decoder.end();
      await writePaced(io.stdout, lines, io.signal);
    }
    return EXIT.ok;
  },
};

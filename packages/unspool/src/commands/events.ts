// `unspool events`: translated events, one JSON object per line, at the reader's pace.

import type { Event } from "@unspool/protocol";
import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

/** Characters that are written at once. */
const MAX_HELD = 1 << 16;

export const events: Command = {
  name: "events",
  takes: "[file…]",
  summary: "translated events, one JSON object per line",
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings,\n" +
    'transcripts, with those of their agents. Of several files, each event names its own in "file". A block comes as start, deltas and end: whoever\n' +
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
    const [{ createDecoder }, { openStream }, { openSession }, { createFilter }, { jsonLine }, { writePaced }] =
      await Promise.all([
        import("@unspool/protocol"),
        import("../source/open-stream.ts"),
        import("../source/open-session.ts"),
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
      files.map(async (file) => {
        const session = await openSession(file, io, follows);
        return { file, session, chunks: session === undefined ? await openStream(file, io, { follows }) : undefined };
      }),
    );
    for (const { file, session, chunks } of sources) {
      let lines = "";
      const origin = files.length > 1 ? { file } : undefined;
      const take = (event: Event): void => {
        if (isWanted !== undefined && !isWanted(event)) return;
        lines += `${jsonLine(origin === undefined ? event : { ...origin, ...event }, io.stdout)}\n`;
      };
      const write = (): Promise<void> => {
        const text = lines;
        lines = "";
        return writePaced(io.stdout, text, io.signal);
      };
      if (session !== undefined) {
        for await (const event of session.events) {
          take(event);
          // One that is followed may be silent after it.
          if (follows || lines.length > MAX_HELD) await write();
          if (io.signal.aborted) return EXIT.interrupted;
        }
      } else if (chunks !== undefined) {
        const decoder = createDecoder({ onEvent: take });
        for await (const chunk of chunks) {
          decoder.push(chunk);
          await write();
          if (io.signal.aborted) return EXIT.interrupted;
        }
        decoder.end();
      }
      await write();
      if (io.signal.aborted) return EXIT.interrupted;
    }
    return EXIT.ok;
  },
};

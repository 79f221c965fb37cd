// `unspool events`: prints translated events as NDJSON, with backpressure.

import type { Event } from "@unspool/protocol";
import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

/** Number of characters that are buffered before a write. */
const MAX_BUFFERED = 1 << 16;

export const events: CommandDefinition = {
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings, and\n" +
    'transcripts with those of their agents. With several files, each event has the name of its file in "file". A block\n' +
    "is a start, deltas and an end, which has the whole text. The README of @unspool/protocol lists all types.",
  flags: [
    { name: "type", short: "t", value: "names", isRepeatable: true, help: "only these types, e.g. text-end,tool-*" },
    {
      name: "agent",
      short: "a",
      value: "id",
      isRepeatable: true,
      help: "only this agent: main, or the beginning of its id",
    },
    { name: "text", value: "regex", help: "only events whose text matches (ids are ignored)" },
    { name: "follow", short: "f", help: "continue at the end of the file, until Ctrl-C" },
  ],
  examples: [
    ["claude -p … --output-format stream-json --verbose | unspool events | jq .type", "watch the types of events live"],
    ["unspool events --type text-end run.ndjson | jq -r .text", "print all texts of the model"],
    ["unspool events --type tool-call-end --agent main run.ndjson", "list the tool calls of the main agent"],
    ["unspool events --follow --text 'error|failed' run.ndjson", "watch a growing file for errors"],
  ],
  async run(given, io) {
    const files = given.positionals.length === 0 ? ["-"] : given.positionals;
    const follows = given.has("follow");
    if (follows && files.length > 1) throw new UsageError("--follow takes one file: remove the others.");
    const [{ createDecoder }, { openStream }, { openSession }, { createFilter }, { formatJsonLine }, { writePaced }] =
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
      const add = (event: Event): void => {
        if (isWanted !== undefined && !isWanted(event)) return;
        lines += `${formatJsonLine(origin === undefined ? event : { ...origin, ...event }, io.stdout)}\n`;
      };
      const write = (): Promise<void> => {
        const text = lines;
        lines = "";
        return writePaced(io.stdout, text, io.signal);
      };
      if (session !== undefined) {
        for await (const event of session.events) {
          add(event);
          // A followed session may stay silent after this event, so it is written at once.
          if (follows || lines.length > MAX_BUFFERED) await write();
          if (io.signal.aborted) return EXIT.interrupted;
        }
      } else if (chunks !== undefined) {
        const decoder = createDecoder({ onEvent: add });
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

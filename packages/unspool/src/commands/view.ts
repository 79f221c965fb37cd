// `unspool view`: the live view of any stream.

import type { Event } from "@unspool/protocol";
import type { Command } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";
import type { Show } from "../view/show.ts";
import type { SessionTotal, Verdict } from "../view/types.ts";

export const view: Command = {
  name: "view",
  takes: "[file…]",
  summary: "the live view of any stream, recording or transcript",
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings,\n" +
    "transcripts under ~/.claude/projects. In a terminal what is under way is drawn at the bottom, and what is finished is\n" +
    "ordinary scrollback; a pipe gets plain text. A transcript is shown with what its agents did and what it cost.\n" +
    "Exit code 1: the last turn failed, or the stream stopped before its result.",
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
      { openSession, transcriptFile },
      { findSource },
      { createDeltaFilter },
      { createShow },
      { SYSTEM_CLOCK },
      { oneLine },
    ] = await Promise.all([
      import("@unspool/protocol"),
      import("../source/open-stream.ts"),
      import("../source/open-session.ts"),
      import("../source/find-source.ts"),
      import("../source/without-deltas.ts"),
      import("../view/show.ts"),
      import("../terminal/clock.ts"),
      import("../view/text.ts"),
    ]);
    const sources = await Promise.all(
      files.map(async (word) => {
        const file = transcriptFile(await findSource(word, io), io);
        const session = await openSession(word, io, follows);
        return {
          word,
          file,
          session,
          chunks: session === undefined ? await openStream(word, io, { follows }) : undefined,
        };
      }),
    );
    let verdict: Verdict = "ok";
    for (const [place, { word, file, session, chunks }] of sources.entries()) {
      const isUnderWay = follows || word === "-";
      const show = createShow(io, {
        ...viewChoices(given),
        isUnderWay,
        showsCut: true,
        // The entries of a transcript have times of their own, which may be those of yesterday.
        now: isUnderWay && file === undefined ? () => SYSTEM_CLOCK.now() : undefined,
        ...(follows ? { hint: () => "Ctrl-C leaves" } : {}),
        resumeCommand: word === "-" ? (id) => `claude --resume ${id}` : undefined,
      });
      if (files.length > 1) show.print([...(place > 0 ? [""] : []), `== ${oneLine(word)}`, ""]);
      let isEmpty = true;
      const push = (event: Event): void => {
        isEmpty = false;
        show.push(event);
      };
      try {
        if (session !== undefined) await showEvents(session.events, push, show, io);
        else if (chunks !== undefined) {
          const decoder = createDecoder({ onEvent: push });
          // Where nobody watches text being typed, its pieces need not be read.
          const input = show.isLive ? decoder : createDeltaFilter((bytes) => decoder.push(bytes));
          for await (const chunk of chunks) {
            input.push(chunk);
            await show.drained();
            if (io.signal.aborted) break;
          }
          input.end();
          decoder.end();
        }
      } finally {
        show.end(file === undefined || isEmpty ? undefined : await totalOf(file));
        await show.drained();
      }
      if (io.signal.aborted) return EXIT.interrupted;
      if (isEmpty) io.stderr.write(`unspool: There was nothing to show in ${oneLine(sourceName(word))}.\n`);
      if (show.verdict !== "ok") verdict = show.verdict;
    }
    return verdict === "ok" ? EXIT.ok : EXIT.failed;
  },
};

/** Events between two looks at how far the reader of stdout has come. */
const PACE = 256;

async function showEvents(
  events: AsyncIterable<Event>,
  push: (event: Event) => void,
  show: Show,
  { signal }: Io,
): Promise<void> {
  let count = 0;
  for await (const event of events) {
    push(event);
    count += 1;
    if (count % PACE === 0) await show.drained();
    if (signal.aborted) break;
  }
}

/** A transcript tells no costs of turns: all of it is counted as `unspool stats` does. */
async function totalOf(file: string): Promise<SessionTotal | undefined> {
  const { countCost } = await import("../export/counted-cost.ts");
  // What was shown is worth its total also after Ctrl-C.
  const cost = await countCost(file, new AbortController().signal);
  return cost === undefined ? undefined : { costUsd: cost.totalUsd, tokens: cost.tokens };
}

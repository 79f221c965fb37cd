// `unspool view`: shows any stream live.

import type { Event } from "@unspool/protocol";
import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { VIEW_FLAGS, readViewFlags } from "../view/flags.ts";
import type { LiveRenderer } from "../view/live-renderer.ts";
import type { SessionTotal, StreamOutcome } from "../view/types.ts";

export const view: CommandDefinition = {
  details:
    "Reads stdin, files, or sessions of this machine by the beginning of their ids: the stdout of a CLI, recordings, and\n" +
    "transcripts under ~/.claude/projects. A terminal shows running work at the bottom, and finished work as ordinary\n" +
    "scrollback. A pipe gets plain text. A transcript includes the work of its agents and its cost.\n" +
    "Exit code 1: the last turn failed, or the stream ended before its result.",
  flags: [{ name: "follow", short: "f", help: "continue at the end of the file, until Ctrl-C" }, ...VIEW_FLAGS],
  examples: [
    ["claude -p … --output-format stream-json --verbose --include-partial-messages | unspool view", "watch a run live"],
    ["unspool view run.ndjson | less", "read a recorded run"],
    ["unspool view --follow 5c57a276", "watch a session of another window"],
  ],
  async run(given, io) {
    const files = given.positionals.length === 0 ? ["-"] : given.positionals;
    const follows = given.has("follow");
    if (follows && files.length > 1) throw new UsageError("--follow takes one file: remove the others.");
    const [
      { createDecoder },
      { openStream, getSourceName },
      { openSession, findTranscriptFile },
      { findSource },
      { createDeltaFilter },
      { createLiveRenderer },
      { SYSTEM_CLOCK },
      { toOneLine },
    ] = await Promise.all([
      import("@unspool/protocol"),
      import("../source/open-stream.ts"),
      import("../source/open-session.ts"),
      import("../source/find-source.ts"),
      import("../source/delta-filter.ts"),
      import("../view/live-renderer.ts"),
      import("../terminal/clock.ts"),
      import("../terminal/clean-text.ts"),
    ]);
    const sources = await Promise.all(
      files.map(async (arg) => {
        const file = findTranscriptFile(await findSource(arg, io), io);
        const session = await openSession(arg, io, follows);
        return {
          arg,
          file,
          session,
          chunks: session === undefined ? await openStream(arg, io, { follows }) : undefined,
        };
      }),
    );
    let outcome: StreamOutcome = "ok";
    for (const [index, { arg, file, session, chunks }] of sources.entries()) {
      const isRunning = follows || arg === "-";
      const renderer = createLiveRenderer(io, {
        ...readViewFlags(given),
        isRunning,
        reportsCut: true,
        // The entries of a transcript have their own times, which may be old.
        now: isRunning && file === undefined ? () => SYSTEM_CLOCK.now() : undefined,
        ...(follows ? { hint: () => "Ctrl-C leaves" } : {}),
        resumeCommand: arg === "-" ? (id) => `claude --resume ${id}` : undefined,
      });
      if (files.length > 1) renderer.print([...(index > 0 ? [""] : []), `== ${toOneLine(arg)}`, ""]);
      let isEmpty = true;
      const push = (event: Event): void => {
        isEmpty = false;
        renderer.push(event);
      };
      try {
        if (session !== undefined) await showEvents(session.events, push, renderer, io);
        else if (chunks !== undefined) {
          const decoder = createDecoder({ onEvent: push });
          // Without a live view, deltas need not be decoded.
          const input = renderer.isLive ? decoder : createDeltaFilter((bytes) => decoder.push(bytes));
          for await (const chunk of chunks) {
            input.push(chunk);
            await renderer.drained();
            if (io.signal.aborted) break;
          }
          input.end();
          decoder.end();
        }
      } finally {
        renderer.end(file === undefined || isEmpty ? undefined : await countTotal(file));
        await renderer.drained();
      }
      if (io.signal.aborted) return EXIT.interrupted;
      if (isEmpty) io.stderr.write(`unspool: There was nothing to show in ${toOneLine(getSourceName(arg))}.\n`);
      if (renderer.outcome !== "ok") outcome = renderer.outcome;
    }
    return outcome === "ok" ? EXIT.ok : EXIT.failed;
  },
};

/** Number of events between two waits for stdout. */
const EVENTS_PER_DRAIN = 256;

async function showEvents(
  events: AsyncIterable<Event>,
  push: (event: Event) => void,
  renderer: LiveRenderer,
  { signal }: Io,
): Promise<void> {
  let count = 0;
  for await (const event of events) {
    push(event);
    count += 1;
    if (count % EVENTS_PER_DRAIN === 0) await renderer.drained();
    if (signal.aborted) break;
  }
}

/** Counts the cost of a transcript as `unspool stats` does, since its turns have no costs. */
async function countTotal(file: string): Promise<SessionTotal | undefined> {
  const { countCost } = await import("../export/counted-cost.ts");
  // The total is shown after Ctrl-C, too, so the signal is not passed.
  const cost = await countCost(file, new AbortController().signal);
  return cost === undefined ? undefined : { costUsd: cost.totalUsd, tokens: cost.tokens };
}

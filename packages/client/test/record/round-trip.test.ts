// Replays what a recorder wrote: the events are the same.
import { createDecoder, encode, type Event } from "@unspool/protocol";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { listRuns, loadRun } from "../../../../fixtures/load.ts";
import { createRecorder } from "../../src/record/recorder.ts";
import { replayTransport } from "../../src/record/replay.ts";
import type { TransportExit } from "../../src/transport/types.ts";

describe("a recording of a replay", () => {
  it.each(listRuns("recordings", "2.1.325"))("gives the same events with times and redaction (%s)", async (id) => {
    const stdout = loadRun(id).stdout.toString();
    const chunks: string[] = [];
    const sink = new Writable({
      decodeStrings: false,
      write: (chunk: string, _, done) => (chunks.push(chunk), done()),
    });
    const recorder = createRecorder(sink, { meta: { args: [] } });
    recorder.input(encode.user("go"));
    for (let at = 0; at < stdout.length; at += 1000) recorder.output(Buffer.from(stdout.slice(at, at + 1000)));
    recorder.exit({ code: 0, signal: null });
    await recorder.close();

    const played: Uint8Array[] = [];
    const exit = await new Promise<TransportExit>((onExit) => {
      const onData = (chunk: Uint8Array): void => void played.push(chunk);
      const launch = { command: "claude", args: [], cwd: "/", env: {} };
      replayTransport(chunks.join(""))(launch, { onData, onStderr: () => {}, onExit }).write(encode.user("go"));
    });
    expect(exit).toEqual({ code: 0, signal: null });
    expect(decodeAll(Buffer.concat(played).toString("utf8"))).toEqual(decodeAll(stdout));
  });
});

function decodeAll(text: string): readonly Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(text);
  decoder.end();
  return events;
}

// Writes a recording: a header, then one JSON object per line of stdin, stdout and stderr with its time. Lines are written
// whole and never changed. Secrets are replaced before they are written. The format is in docs/recording-format.md.

import { createLineReader, type Line } from "@unspool/protocol/lines";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { createDeltaHold, type HeldLine } from "./delta-hold.ts";
import { createPlainRedactor, createRedactor } from "@unspool/protocol/redact";
import { createSink } from "./sink.ts";
import type { Recorder, RecordingMeta, RecordTarget } from "./types.ts";

export interface RecorderOptions {
  readonly clock?: Clock;
  readonly meta: RecordingMeta;
  /** Values that are secret, beside those recognised by their pattern. */
  readonly secrets?: readonly string[];
}

export const RECORDING_VERSION = 1;

/** The longest line that the decoder reads. */
const MAX_LINE_BYTES = 64 << 20;

export function createRecorder(target: RecordTarget, options: RecorderOptions): Recorder {
  const { clock = SYSTEM_CLOCK, meta, secrets = [] } = options;
  const sink = createSink(target, clock);
  const isRedacting = typeof target === "string" || "write" in target || (target.redact ?? true);
  const startedAt = clock.now();
  let last = 0;
  let isClosed = false;
  /** The last time: a clock that is set back must not reverse the order of lines. */
  const getTimeMs = (): number => (last = Math.max(last, Math.round(clock.now() - startedAt)));

  const write = ({ kind, text, timeMs, isCut, omittedBytes }: HeldLine): void => {
    const ends = { ...(isCut ? { cut: true } : {}), ...(omittedBytes > 0 ? { omitted: omittedBytes } : {}) };
    sink.write(`${JSON.stringify({ t: timeMs, [kind]: text, ...ends })}\n`);
  };
  const redact = isRedacting ? createRedactor({ values: secrets }) : (text: string): string => text;
  const hold = isRedacting
    ? createDeltaHold(createPlainRedactor(secrets), redact, secrets, write)
    : { push: write, flush: (): void => {} };
  const take =
    (kind: "in" | "out" | "err") =>
    ({ text, hasEnd, omittedBytes }: Line): void => {
      if (kind === "in" && text === "") return;
      hold.push({ kind, timeMs: getTimeMs(), text, isCut: !hasEnd, omittedBytes });
    };
  const cutters = {
    in: createLineReader(take("in"), { maxLineBytes: MAX_LINE_BYTES }),
    out: createLineReader(take("out"), { maxLineBytes: MAX_LINE_BYTES }),
    err: createLineReader(take("err"), { maxLineBytes: MAX_LINE_BYTES }),
  };

  const header = { unspool: "recording", version: RECORDING_VERSION, startedAt: new Date(startedAt).toISOString() };
  sink.write(`${redact(JSON.stringify({ ...header, ...meta }))}\n`);

  return {
    input(lines) {
      if (!isClosed) cutters.in.push(Buffer.from(lines.endsWith("\n") ? lines : `${lines}\n`));
    },
    output(chunk) {
      if (!isClosed) cutters.out.push(chunk);
    },
    stderr(chunk) {
      if (!isClosed) cutters.err.push(chunk);
    },
    inputEnd() {
      // It waits for the held lines, which may contain half a secret.
      if (!isClosed) hold.push({ kind: "end", text: "in", timeMs: getTimeMs(), isCut: false, omittedBytes: 0 });
    },
    exit(exit) {
      if (isClosed) return;
      cutters.out.end();
      cutters.err.end();
      hold.flush();
      sink.write(`${JSON.stringify({ t: getTimeMs(), exit: { code: exit.code, signal: exit.signal } })}\n`);
    },
    get isBusy() {
      return sink.isBusy;
    },
    get waitingBytes() {
      return sink.waitingBytes;
    },
    drained: () => sink.drained(),
    async close() {
      if (!isClosed) {
        isClosed = true;
        cutters.out.end();
        cutters.err.end();
        hold.flush();
      }
      await sink.close();
    },
    get problem() {
      return sink.problem;
    },
  };
}

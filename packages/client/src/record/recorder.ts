// Writes a recording: a header, then one JSON object per line of stdin, stdout and stderr with its time. Each is written
// whole and never changed; secrets are replaced before they are written. The format is in docs/recording-format.md.

import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { createDeltaHold, type HeldLine } from "./delta-hold.ts";
import { createLineCutter, type CutLine } from "./line-cutter.ts";
import { createPlainRedactor, createRedactor } from "@unspool/protocol/redact";
import { createSink } from "./sink.ts";
import type { Recorder, RecordingMeta, RecordTarget } from "./types.ts";

export interface RecorderOptions {
  readonly clock?: Clock;
  readonly meta: RecordingMeta;
  /** Secrets by value, beside those known by their looks. */
  readonly secrets?: readonly string[];
}

export const RECORDING_VERSION = 1;

/** As long as the longest line that the decoder reads. */
const MAX_LINE_BYTES = 64 << 20;

export function createRecorder(target: RecordTarget, options: RecorderOptions): Recorder {
  const { clock = SYSTEM_CLOCK, meta, secrets = [] } = options;
  const sink = createSink(target, clock);
  const isRedacting = typeof target === "string" || "write" in target || (target.redact ?? true);
  const startedAt = clock.now();
  let last = 0;
  let isClosed = false;
  /** A clock that is set back does not turn the order of lines round. */
  const time = (): number => (last = Math.max(last, Math.round(clock.now() - startedAt)));

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
    (line: CutLine): void => {
      if (kind === "in" && line.text === "") return;
      hold.push({ kind, timeMs: time(), ...line });
    };
  const cutters = {
    in: createLineCutter(take("in"), MAX_LINE_BYTES),
    out: createLineCutter(take("out"), MAX_LINE_BYTES),
    err: createLineCutter(take("err"), MAX_LINE_BYTES),
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
      // It waits for its turn: what is held back may be half a secret.
      if (!isClosed) hold.push({ kind: "end", text: "in", timeMs: time(), isCut: false, omittedBytes: 0 });
    },
    exit(exit) {
      if (isClosed) return;
      cutters.out.end();
      cutters.err.end();
      hold.flush();
      sink.write(`${JSON.stringify({ t: time(), exit: { code: exit.code, signal: exit.signal } })}\n`);
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

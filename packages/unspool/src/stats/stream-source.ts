// A stream, as it is or as a recording of ours, into cells. Of a recording the times of its lines are known.

import type { DayOf } from "./moment.ts";
import { createStreamReader, type StreamOptions } from "./read-stream.ts";
import { fieldsOf } from "./reported.ts";
import { kindOf } from "./source-kind.ts";
import type { StreamCells } from "./stream-cells.ts";

const LF = 0x0a;
const LOOK_BYTES = 4096;

/** @returns how many bytes it had */
export async function readStreamSource(
  chunks: AsyncIterable<Uint8Array>,
  cells: StreamCells,
  dayOf: DayOf,
  options: Omit<StreamOptions, "clock">,
): Promise<number> {
  let bytes = 0;
  let start: Buffer = Buffer.alloc(0);
  let sink: Sink | undefined;
  const begin = (): void => {
    sink = kindOf(start) === "recording" ? recording(cells, dayOf, options) : plain(cells, dayOf, options);
    sink.push(start);
  };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (sink !== undefined) sink.push(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length >= LOOK_BYTES) begin();
    }
  }
  if (sink === undefined && start.length > 0) begin();
  sink?.end();
  return bytes;
}

interface Sink {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
}

function plain(cells: StreamCells, dayOf: DayOf, options: StreamOptions): Sink {
  const reader = createStreamReader(cells, dayOf, options);
  return { push: (chunk) => reader.push(chunk), end: () => reader.end() };
}

function recording(cells: StreamCells, dayOf: DayOf, options: StreamOptions): Sink {
  let startedAt: number | undefined;
  let now: number | undefined;
  const clock = (): number | undefined => now;
  let reader = createStreamReader(cells, dayOf, { ...options, clock });
  let rest: Buffer[] = [];
  const line = (text: string): void => {
    const recorded = fieldsOf(tryToParse(text));
    if (recorded["unspool"] === "recording") {
      // Another run in the same file is another process, which counts from nothing.
      reader.end();
      reader = createStreamReader(cells, dayOf, { ...options, clock });
      const started = Date.parse(String(recorded["startedAt"]));
      startedAt = Number.isNaN(started) ? undefined : started;
    }
    const { t, out, cut } = recorded;
    now = startedAt === undefined || typeof t !== "number" ? undefined : startedAt + t;
    if (typeof out === "string") reader.push(cut === true ? out : `${out}\n`);
  };
  return {
    push(chunk) {
      let from = 0;
      for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, from)) {
        line(Buffer.concat([...rest, chunk.subarray(from, lf)]).toString("utf8"));
        rest = [];
        from = lf + 1;
      }
      if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
    },
    end() {
      line(Buffer.concat(rest).toString("utf8"));
      reader.end();
    },
  };
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

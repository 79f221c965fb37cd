// What a fake CLI wrote, taken at its own side of the pipe, and whether the client told exactly that: the same events, none
// lost, none doubled.

import { createDecoder, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";

/** One start of the program. */
export interface WrittenOutput {
  /** Everything that it has begun to write. */
  readonly bytes: Uint8Array;
  /** So many of them have certainly left; the rest was under way when it was killed. */
  readonly sure: number;
}

/**
 * @param goesOn whether one session has started the program again; its costs then go on, too
 * @returns what is wrong, or undefined
 */
export function differenceFrom(
  writtenOutputs: readonly WrittenOutput[],
  seen: readonly Event[],
  goesOn = false,
): string | undefined {
  const wanted = toTexts(
    decode(
      writtenOutputs.map(({ bytes }) => bytes),
      goesOn,
    ),
  );
  const got = toTexts(seen);
  const place = firstDifference(wanted, got);
  if (place === undefined) return undefined;
  if (cutWhereTheyAgree(writtenOutputs, seen, got, goesOn)) return undefined;
  const counts = `${wanted.length} events were written, ${got.length} came`;
  return `${counts}; first difference at ${place}: ${short(wanted[place])} written, ${short(got[place])} came`;
}

/** As the client reads them. */
function decode(outputs: readonly Uint8Array[], goesOn: boolean): readonly Event[] {
  const events: Event[] = [];
  let state: SessionState = initialState();
  for (const output of outputs) {
    const decoder = createDecoder({
      onEvent(event) {
        events.push(event);
        state = reduce(state, event);
      },
      previousCostUsd: goesOn ? state.ledger.totalCostUsd : 0,
    });
    decoder.push(output);
    decoder.end();
  }
  return events;
}

/** The time of an event is the host's. */
function toTexts(events: readonly Event[]): readonly string[] {
  return events.map((event) => JSON.stringify(event, (key, value: unknown) => (key === "at" ? undefined : value)));
}

/** A program that was killed while it wrote: somewhere in what was under way the pipe was cut. */
function cutWhereTheyAgree(
  writtenOutputs: readonly WrittenOutput[],
  seen: readonly Event[],
  got: readonly string[],
  goesOn: boolean,
): boolean {
  const last = writtenOutputs.at(-1);
  if (last === undefined || last.sure >= last.bytes.length) return false;
  const before = writtenOutputs.slice(0, -1).map(({ bytes }) => bytes);
  return cutsIn(last, seen).some((size) => {
    const events = toTexts(decode([...before, last.bytes.subarray(0, size)], goesOn));
    return firstDifference(events, got) === undefined;
  });
}

/** Where it may have been cut, by what came: inside the line that came cut, or behind one of the last lines. */
function cutsIn({ bytes, sure }: WrittenOutput, seen: readonly Event[]): readonly number[] {
  const line = seen.at(-1)?.line ?? 0;
  const cut = seen.findLast((event) => event.type === "malformed" && event.reason === "truncated");
  const characters = Number(/^(\d+) characters/.exec(cut?.type === "malformed" ? (cut.detail ?? "") : "")?.[1]);
  const starts = lineStarts(bytes);
  const start = starts[line - 1] ?? 0;
  const inLine = Buffer.byteLength(Buffer.from(bytes.subarray(start)).toString("utf8").slice(0, characters));
  const behindLines = starts.slice(line, line + 20);
  return [...(Number.isNaN(characters) ? [] : [start + inLine]), ...behindLines].filter((size) => size >= sure);
}

function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function firstDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const length = Math.max(one.length, other.length);
  for (let place = 0; place < length; place += 1) if (one[place] !== other[place]) return place;
  return undefined;
}

function short(text: string | undefined): string {
  return text === undefined ? "nothing" : text.slice(0, 300);
}

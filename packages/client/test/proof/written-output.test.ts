// The witness itself: it sees what is lost and what is doubled, and takes a pipe that was cut for what it is.
import { createDecoder, type Event } from "@unspool/protocol";
import { expect, test } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { differenceFrom } from "./written-output.ts";

const bytes = loadRun("recordings/2.1.325/adjacent").stdout;
const written = { bytes, sure: bytes.length };

test("reports no difference for the same events", () => {
  expect(differenceFrom([written], read(bytes))).toBe(undefined);
});

test("reports a lost event and a duplicated event", () => {
  const events = read(bytes);
  expect(differenceFrom([written], events.toSpliced(20, 1))).toContain(`${events.length - 1} came`);
  expect(differenceFrom([written], events.toSpliced(20, 0, events[20]!))).toContain(`${events.length + 1} came`);
  expect(differenceFrom([written], events.slice(0, -1))).toContain(`${events.length - 1} came`);
});

test("accepts a cut only in the last write of a program that was killed", () => {
  for (let cut = Math.floor(bytes.length / 2); cut < bytes.length; cut += 997) {
    const came = read(bytes.subarray(0, cut));
    expect(differenceFrom([{ bytes, sure: cut - 500 }], came)).toBe(undefined);
    expect(differenceFrom([{ bytes, sure: Math.min(cut + 5000, bytes.length) }], came)).not.toBe(undefined);
  }
});

function read(part: Uint8Array): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(part);
  decoder.end();
  return events;
}

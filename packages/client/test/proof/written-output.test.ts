// The witness itself: it sees what is lost and what is doubled, and takes a pipe that was cut for what it is.
import { createDecoder, type Event } from "@unspool/protocol";
import { expect, test } from "vitest";
import { loadRun } from "../../../../fixtures/load.ts";
import { differenceFrom } from "./written-output.ts";

const bytes = loadRun("recordings/2.1.325/adjacent").stdout;
const written = { bytes, sure: bytes.length };

test("the same events are no difference", () => {
  expect(differenceFrom([written], read(bytes))).toBe(undefined);
});

test("a lost event, and one that came twice, are differences", () => {
  const events = read(bytes);
  expect(differenceFrom([written], events.toSpliced(20, 1))).toContain(`${events.length - 1} came`);
  expect(differenceFrom([written], events.toSpliced(20, 0, events[20]!))).toContain(`${events.length + 1} came`);
  expect(differenceFrom([written], events.slice(0, -1))).toContain(`${events.length - 1} came`);
});

test("a program that was killed while it wrote may have been cut anywhere in what was under way, and nowhere else", () => {
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

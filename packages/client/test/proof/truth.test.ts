// The witness itself: it sees what is lost and what is doubled, and takes a pipe that was cut for what it is.
import { createDecoder, type Event } from "@unspool/protocol";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differenceFrom } from "./truth.ts";

const bytes = readFileSync(join(import.meta.dirname, "../../../protocol/test/recordings/2.1.325/adjacent.ndjson"));
const truth = { bytes, sure: bytes.length };

test("the same events are no difference", () => {
  expect(differenceFrom([truth], read(bytes))).toBe(undefined);
});

test("a lost event, and one that came twice, are differences", () => {
  const events = read(bytes);
  expect(differenceFrom([truth], events.toSpliced(20, 1))).toContain(`${events.length - 1} came`);
  expect(differenceFrom([truth], events.toSpliced(20, 0, events[20]!))).toContain(`${events.length + 1} came`);
  expect(differenceFrom([truth], events.slice(0, -1))).toContain(`${events.length - 1} came`);
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

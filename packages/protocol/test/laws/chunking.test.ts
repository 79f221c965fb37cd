// Law 2: the events do not depend on how the bytes are split into chunks.

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/translate/events.ts";
import { loadRuns } from "../../../../fixtures/load.ts";
import { conversation } from "./conversation.ts";
import { decodeEvents } from "./observe.ts";
import { render, type Dialect } from "./render.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

const recordings = loadRuns("recordings").flatMap(({ id, stdout, stdin }) => [
  { file: id, bytes: new Uint8Array(stdout) },
  ...(stdin === "" ? [] : [{ file: `${id} stdin`, bytes: new TextEncoder().encode(stdin) }]),
]);

const flag = fc.boolean();
const anyDialect = fc.record<Dialect>({
  lines: fc.constantFrom("per-block", "cumulative", "growing", "whole"),
  partials: fc.constantFrom("none", "finished-before-stop", "finished-after-stop", "finished-at-end"),
  hasIds: flag,
  hasUuids: flag,
  hasParents: flag,
  hasSession: flag,
  isThoughtText: flag,
});
const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
/** Chunk sizes, used in turn: many of one byte, some of zero. */
const sizes = fc.array(fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(50), fc.nat(5000)), {
  minLength: 1,
  maxLength: 12,
});

describe("the same bytes give the same events", () => {
  it("in one chunk, in chunks of 1 byte, and of 7, 64 and 4096, for recordings", () => {
    for (const { file, bytes } of recordings.filter((_, place) => place % 20 === 0)) {
      const whole = decodeEvents([bytes]);
      for (const size of [1, 7, 64, 4096]) expectSame(decodeEvents(cut(bytes, [size])), whole, `${file} by ${size}`);
    }
  });

  it("for recordings in chunks of random sizes", () => {
    checkProperty(
      "chunking, recordings",
      fc.property(fc.constantFrom(...recordings), sizes, ({ file, bytes }, lengths) => {
        expectSame(decodeEvents(cut(bytes, lengths)), decodeEvents([bytes]), file);
      }),
      scaleRuns(200),
    );
  });

  it("for conversations in every dialect, as bytes and as text", () => {
    checkProperty(
      "chunking, conversations",
      fc.property(
        conversation(false),
        anyDialect,
        choices,
        sizes,
        flag,
        (said, dialect, chosen, lengths, hasLastEnd) => {
          const text = render(said, dialect, chosen).join("\n") + (hasLastEnd ? "\n" : "");
          const bytes = new TextEncoder().encode(text);
          const whole = decodeEvents([bytes]);
          expectSame(decodeEvents(cut(bytes, lengths)), whole, "bytes");
          expectSame(decodeEvents(cut(text, lengths)), whole, "text");
        },
      ),
      scaleRuns(200),
    );
  });

  it("for random bytes", () => {
    const lines = fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(Uint8Array.of(10))), {
      maxLength: 20,
    });
    checkProperty(
      "chunking, garbage",
      fc.property(lines, sizes, (pieces, lengths) => {
        const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        expectSame(decodeEvents(cut(bytes, lengths)), decodeEvents([bytes]), "garbage");
      }),
    );
  });
});

function expectSame(events: readonly Event[], expected: readonly Event[], name: string): void {
  if (!isDeepStrictEqual(events, expected)) expect({ name, events }).toEqual({ name, events: expected });
}

/** Yields chunks of these sizes in turn. If all sizes are zero, yields everything at once. */
function* cut<Whole extends Uint8Array | string>(whole: Whole, lengths: readonly number[]): Generator<Whole> {
  const isStuck = lengths.every((length) => length === 0);
  for (let start = 0, turn = 0; start < whole.length; turn += 1) {
    const end = isStuck ? whole.length : start + (lengths[turn % lengths.length] ?? 1);
    yield whole.slice(start, end) as Whole;
    start = end;
  }
}

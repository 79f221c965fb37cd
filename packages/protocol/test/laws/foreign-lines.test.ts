// Lines with characters outside ASCII. The fast path for deltas reads everything but their text as one character per byte.
// As in `delta-template.test.ts`, CR LF forces the general path for the same lines.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { originalOf } from "../../src/translate/original.ts";
import { decodeEvents } from "./observe.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { blockStart, delta, line, start, text, TEXT } from "./stream-lines.ts";

describe("lines with characters outside ASCII are decoded", () => {
  const encoder = new TextEncoder();
  const before = [line(start("m"), 1), line(blockStart(0, TEXT), 2)];

  it("on the fast path", () => {
    const pieces = ["日本", "語", "ascii", "é\n", "😀😀", '\\"は"', "Ж"];
    const lines = pieces.map((piece, number) => line(delta(0, text(piece)), number));
    const deltas = decodeEvents([[...before, ...lines, ""].join("\n")]).filter((event) => event.type === "text-delta");
    expect(deltas.map((event) => event.text)).toEqual(pieces);
    // Only an event of the fast path builds its original anew on each access.
    expect(deltas.map((event) => originalOf(event) !== originalOf(event))).toEqual(
      pieces.map((_, number) => number > 0),
    );
  });

  it("when a line is cut off after a backslash", () => {
    const whole = line(delta(0, text("é")), 3);
    const cut = line(delta(0, text("é\\")), 4).replace("\\\\", "\\\n");
    const events = decodeEvents([[...before, whole, cut, line(delta(0, text("z")), 5), ""].join("\n")]);
    expect(events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []))).toEqual(["é", "z"]);
    expect(events.filter((event) => event.type === "malformed")).toHaveLength(2);
  });

  it("among any other lines, and with bytes that are not UTF-8", () => {
    const letters = fc.constantFrom("a", "é", "日本語", "😀", "\ufeff", "\u2028", '"', "\n", "\\", "x".repeat(600));
    const piece = fc.array(letters, { maxLength: 4 }).map((parts) => line(delta(0, text(parts.join(""))), 7));
    const other = fc.constantFrom(
      '{"type":"keep_alive"}',
      "",
      "日本語",
      line({ type: "ping" }, 8),
      line(blockStart(1, TEXT), 9),
      line(delta(0, text("é")), 7, { more: "é" }),
    );
    const lines = fc.array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: other }), {
      maxLength: 20,
    });
    const faults = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0x80, 0xc3, 0xe3, 0xf0, 0xff)), { maxLength: 6 });
    checkProperty(
      "delta template, foreign runs",
      fc.property(lines, faults, (drawn, wrong) => {
        const bytes = encoder.encode([...before, ...drawn, ""].join("\n"));
        const foreign = [...bytes.keys()].filter((place) => (bytes[place] as number) > 127);
        for (const [place, byte] of foreign.length === 0 ? [] : wrong) {
          bytes[foreign[place % foreign.length] as number] = byte;
        }
        const fast = decodeEvents([bytes]);
        const withCr = Uint8Array.from([...bytes].flatMap((byte) => (byte === 10 ? [13, 10] : [byte])));
        const general = decodeEvents([withCr]);
        expect(fast).toEqual(general);
        expect(fast.map(originalOf)).toEqual(general.map(originalOf));
      }),
      scaleRuns(300),
    );
  });
});

// For any events in any order at any width, the view does not throw and prints no harmful control character.
import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { createView } from "../../src/view/view.ts";
import type { ThinkingMode } from "../../src/view/types.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { arbitraryEvents } from "./arbitrary-event.ts";

/** Colours of ours are the only control characters there are. */
const OURS = new RegExp(String.raw`\u001B\[(?:1|2|3|4|9|22|23|24|29|3[1-6]|39)m`, "g");
const FORBIDDEN = /\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]|\p{Surrogate}/u;

const thinking = fc.constantFrom<ThinkingMode>("full", "short", "none");

describe("the view of arbitrary events", () => {
  it.each([true, false])("fits any terminal and leaves it intact (colours: %s)", (isColoured) => {
    checkProperty(
      "view: terminal",
      fc.property(
        arbitraryEvents,
        fc.integer({ min: 20, max: 130 }),
        thinking,
        fc.integer({ min: 1, max: 40 }),
        (events, columns, mode, maxLines) => {
          const view = createView({
            columns,
            isColoured,
            isLive: true,
            thinking: mode,
            resumeCommand: (id) => `go ${id}`,
          });
          const fits = (lines: readonly string[]): void => {
            for (const line of lines) {
              expect(line.replaceAll(OURS, "")).not.toMatch(FORBIDDEN);
              expect(stringWidth(stripVTControlCharacters(line), { countAnsiEscapeCodes: true })).toBeLessThan(columns);
            }
          };
          for (const [place, event] of events.entries()) {
            fits(view.push(event, place * 1000));
            const open = view.renderLiveArea({ nowMs: place * 1000 + 500, maxLines });
            expect(open.length).toBeLessThanOrEqual(maxLines);
            fits(open);
          }
          fits(view.end());
          expect(view.renderLiveArea({ nowMs: 0, maxLines: 20 })).toEqual([]);
        },
      ),
      scaleSlowRuns(150),
    );
  });

  it("writes no control character to a pipe", () => {
    checkProperty(
      "view: pipe",
      fc.property(arbitraryEvents, thinking, (events, mode) => {
        const view = createView({ columns: undefined, thinking: mode });
        for (const line of [...events.flatMap((event) => view.push(event)), ...view.end()])
          expect(line).not.toMatch(FORBIDDEN);
      }),
      scaleSlowRuns(300),
    );
  });

  it("survives resizing at any time", () => {
    checkProperty(
      "view: resize",
      fc.property(
        arbitraryEvents,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        (events, sizes) => {
          const view = createView({ columns: 80, isColoured: true, isLive: true });
          for (const [place, event] of events.entries()) {
            const columns = sizes[place % sizes.length] ?? 80;
            view.resize(columns);
            const lines = [...view.push(event), ...view.renderLiveArea({ nowMs: place, maxLines: 10 })];
            for (const line of lines) {
              expect(stringWidth(stripVTControlCharacters(line), { countAnsiEscapeCodes: true })).toBeLessThan(
                Math.max(20, columns),
              );
            }
          }
        },
      ),
      scaleSlowRuns(100),
    );
  });
});

// The layout of a permission request: no line is cut, and hidden lines are counted.
import { describeRequest, type ApprovalLine } from "@unspool/protocol/approval";
import type { Json } from "@unspool/protocol";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { createLayout, type ApprovalLayout } from "../../src/approval/layout.ts";
import { createPainter, type Line } from "../../src/terminal/style.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { HOSTILE } from "../view/arbitrary-event.ts";

const paint = createPainter(false);
const FORBIDDEN = /\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C]|\p{Surrogate}/u;

const layoutOf = (toolName: string, input: Json): ApprovalLayout =>
  createLayout(describeRequest({ toolName, input }), "May it run?");
const shown = (lines: readonly Line[]): readonly string[] => lines.map((line) => paint(line));

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE, "\n", " ".repeat(50), "漢字", "a b"), fc.string()), { maxLength: 12 })
    .map((parts) => parts.join("")),
  fc.array(fc.string({ maxLength: 12 }), { maxLength: 60 }).map((lines) => lines.join("\n")),
);
const input = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom("command", "description", "to", "body"), fc.string()), text, { maxKeys: 8 }),
  fc.record({ file_path: text, old_string: text, new_string: text }),
  fc.record({ command: text, description: text, dangerouslyDisableSandbox: fc.constant(true) }),
);

describe("the layout of any request", () => {
  it("fits, harms no terminal, and counts every hidden line", () => {
    checkProperty(
      "approval: layout",
      fc.property(
        fc.constantFrom("Bash", "Edit", "Write", "mcp__a__b"),
        input,
        fc.integer({ min: 19, max: 130 }),
        fc.integer({ min: 8, max: 60 }),
        (toolName, given, width, maxLines) => {
          const layout = layoutOf(toolName, given);
          const whole = shown(layout.renderWhole(width));
          const { lines, hidden } = layout.renderFitted(width, maxLines);
          const some = shown(lines);
          for (const line of [...whole, ...some]) {
            expect(line).not.toMatch(FORBIDDEN);
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
          }
          expect(some.length).toBeLessThanOrEqual(maxLines);
          if (hidden === 0) expect(some).toEqual(whole);
          else {
            expect(some.join("\n")).toMatch(/… \S+ (?:lines? hidden|fields? with|hidden)|⋮ \S+ unchanged lines?/);
            const kept = lines.filter((line) => layout.renderWhole(width).some((one) => paint(one) === paint(line)));
            expect(kept.length + hidden).toBeGreaterThanOrEqual(whole.length);
          }
        },
      ),
      scaleSlowRuns(100),
    );
  });

  it("contains every character of the description in order at any width", () => {
    checkProperty(
      "approval: whole layout",
      fc.property(text, fc.integer({ min: 19, max: 90 }), (body, width) => {
        const { fields } = describeRequest({ toolName: "mcp__a__b", input: { body } });
        const lines = shown(layoutOf("mcp__a__b", { body }).renderWhole(width));
        const start = lines.findIndex((line) => line.trimStart().startsWith("body:"));
        const first = lines[start] ?? "";
        const isBlock = first.trim() === "body:";
        const rows = isBlock ? lines.slice(start + 1) : [first.replace(/^ *body: ?/, "")];
        const read = rows.map((row) => row.replace(/^ {0,2}[│┊] ?/, "")).join("");
        expect(read.replaceAll(/[ ␣]/g, "")).toBe(plainOf(fields[0]?.lines ?? []).replaceAll(/[ ␣]/g, ""));
      }),
      scaleSlowRuns(100),
    );
  });
});

function plainOf(lines: readonly ApprovalLine[]): string {
  return lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join("");
}

describe("the layout of a request", () => {
  it("shows the end of a long command, and of every other field", () => {
    const command = `${Array.from({ length: 40 }, (_, place) => `echo ${place}`).join("\n")}\nrm -rf ~`;
    const description = Array.from({ length: 40 }, () => "blah").join("\n");
    const { lines, hidden } = layoutOf("Bash", { command, description }).renderFitted(60, 14);
    expect(shown(lines)).toEqual([
      "? May it run? Bash",
      "  command:",
      "  │ echo 0",
      "  │ echo 1",
      "  … 37 lines hidden",
      "  │ echo 39",
      "  │ rm -rf ~",
      "  description:",
      "  │ blah",
      "  │ blah",
      "  … 36 lines hidden",
      "  │ blah",
      "  │ blah",
    ]);
    expect(hidden).toBe(73);
  });

  it("shows removed and added lines of a change of any length", () => {
    const old = Array.from({ length: 30 }, (_, place) => `old ${place}`).join("\n");
    const { lines } = layoutOf("Edit", {
      file_path: "a.ts",
      old_string: old,
      new_string: old.replaceAll("old", "new"),
    }).renderFitted(60, 12);
    const words = shown(lines).join("\n");
    expect(words).toContain("change: +30 −30");
    expect(words).toContain("- old 0");
    expect(words).toContain("+ new 29");
    expect(words).toContain("lines hidden");
  });

  it("wraps the lines of a change instead of cutting them", () => {
    const lines = layoutOf("Edit", { old_string: "", new_string: `const x = ${"1 + ".repeat(12)}1;` }).renderWhole(40);
    expect(shown(lines)).toEqual([
      "? May it run? Edit",
      "  change: +1",
      "  │ + const x = 1 + 1 + 1 + 1 + 1 + 1 +␣",
      "  ┊   1 + 1 + 1 + 1 + 1 + 1 + 1;",
    ]);
  });

  it("shows a space at a line break", () => {
    const rows = (command: string): readonly string[] => shown(layoutOf("Bash", { command }).renderWhole(24)).slice(2);
    expect(rows("rm -rf /home/ada/temp /home")).toEqual(["│ rm -rf /home/ada/temp␣", "┊ /home"]);
    expect(rows("rm -rf /home/ada/temp/home")).toEqual(["│ rm -rf /home/ada/temp/", "┊ home"]);
    expect(rows("rm -rf /home/ada/temp1 /ho")).toEqual(["│ rm -rf /home/ada/temp1", "┊ ␣/ho"]);
  });

  it("counts unchanged lines only if they do not fit", () => {
    const same = Array.from({ length: 20 }, (_, place) => `same ${place}`).join("\n");
    const change = layoutOf("Edit", { old_string: `${same}\na`, new_string: `${same}\nb` });
    expect(shown(change.renderFitted(60, 40).lines)).toHaveLength(24);
    expect(shown(change.renderFitted(60, 10).lines)).toEqual([
      "? May it run? Edit",
      "  change: +1 −1",
      "  │   ⋮ 17 unchanged lines",
      "  │   same 17",
      "  │   same 18",
      "  │   same 19",
      "  │ - a",
      "  │ + b",
    ]);
  });

  it("shows how many fields are hidden", () => {
    const given = Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`field${place}`, "x\ny\nz"]));
    const { lines, hidden } = layoutOf("mcp__a__b", given).renderFitted(60, 10);
    expect(shown(lines).at(-1)).toBe("  … 38 fields with 152 lines hidden");
    expect(hidden).toBe(152);
  });
});

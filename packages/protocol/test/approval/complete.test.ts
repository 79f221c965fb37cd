// For any input, the description contains each character, as itself or under a mark that names and counts it. It contains
// nothing that controls a terminal or hides text.
import type { Json, JsonObject } from "@unspool/protocol";
import { describeRequest, type ApprovalField, type ApprovalLine, type ApprovalPiece } from "@unspool/protocol/approval";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

/** Every character that is invisible, moves the cursor or changes the text direction. */
const HIDING =
  /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C\u2028\u2029\u00A0\u00AD\u{E0000}-\u{E01EF}]/u;

const hostile = fc.constantFrom(
  " ".repeat(3000),
  " ".repeat(9),
  "\t".repeat(20),
  "\n".repeat(50),
  "\r\n",
  "\r",
  "\u001B[2J",
  "\u009B31m",
  "\u001B]0;title\u0007",
  "\u202E",
  "\u2066",
  "\u200B",
  "\u200D",
  "\uFE0F",
  "\u2028",
  "\u0085",
  "\uFEFF",
  "\uD800",
  "\uDC00",
  "\u0301".repeat(30),
  "\u{E0041}",
  "\u{E0100}",
  "\u3164",
  "\u2800",
  "👩‍👩‍👧‍👦",
  "<U+202E>",
  "→   ",
  "<space ×9>",
  "漢字",
  "rm -rf ~",
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ maxLength: 60 }),
  fc.array(fc.oneof(hostile, fc.string({ maxLength: 8 })), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
);
/** Labels have no pieces that tell marks from text, so the test could not read back keys that look like a mark. */
const key = fc
  .oneof(
    fc.constantFrom("command", "file_path", "description", "content", "old_string", "new_string", "edits", "a.b", ""),
    text,
  )
  .filter((name) => !/[<→]/.test(name));
const { value: input } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    fc.record({ old_string: text, new_string: text, more: tie("value") }),
  ),
}));
const toolName = fc.oneof(fc.constantFrom("Bash", "Edit", "Write", "NotebookEdit", "mcp__a__b", "__proto__", ""), text);

describe("the description of any request", () => {
  it("contains the whole input", () => {
    checkProperty(
      "approval: whole",
      fc.property(toolName, input, (name, given) => {
        const { fields } = describeRequest({ toolName: name, input: given });
        let leaves = 0;
        for (const field of fields) leaves += expectWhole(field, given);
        // A call without input has nothing to show.
        expect(leaves).toBe(JSON.stringify(given) === "{}" ? 0 : leavesOf(given));
      }),
      scaleRuns(100),
    );
  });

  it("contains no character that hides text or controls a terminal", () => {
    checkProperty(
      "approval: visible",
      fc.property(toolName, input, text, fc.array(fc.dictionary(key, input)), (name, given, reason, offered) => {
        const {
          fields,
          title,
          reason: why,
          always,
          warnings,
        } = describeRequest({
          toolName: name,
          input: given,
          cwd: "/home/ada",
          reason,
          suggestions: offered as never,
        });
        const lines = [...why, ...fields.flatMap((field) => field.lines)].flatMap(({ pieces }) => pieces);
        const words = [
          title,
          ...fields.map(({ label }) => label),
          ...always.covers,
          ...warnings.map((one) => one.message),
        ];
        for (const shown of [...words, ...lines.map((piece) => piece.text)])
          expect(withoutJoinedEmoji(shown)).not.toMatch(HIDING);
      }),
      scaleRuns(100),
    );
  });

  it("is complete for deep and large input", () => {
    let deep: Json = "the end";
    for (let depth = 0; depth < 20_000; depth += 1) deep = depth % 2 === 0 ? [deep] : { a: deep };
    const { fields } = describeRequest({ toolName: "mcp__a__b", input: { deep } });
    expect(fields.at(-1)?.lines.at(-1)?.pieces.at(-1)?.text).toContain('"the end"');
    const large = "x \u200B\n".repeat(30_000);
    const { fields: many } = describeRequest({ toolName: "Write", input: { file_path: "x", content: large } });
    expect(many[1]?.lines).toHaveLength(30_001);
    for (const one of ["a ", "ä ", "\u200B", "\u200B\u200C", "a\u0301\u0302", "👩\u200D"])
      expect(describeRequest({ toolName: "Bash", input: { command: one.repeat(200_000) } }).fields).toHaveLength(1);
    const before = Array.from({ length: 20_000 }, (_, place) => `old ${place}`).join("\n");
    const change = { old_string: before, new_string: before.replaceAll("old", "new") };
    expect(describeRequest({ toolName: "Edit", input: change }).fields[0]?.lines).toHaveLength(40_000);
  });
});

/** Returns how many values of the input the field shows completely. */
function expectWhole(field: ApprovalField, given: Json): number {
  const { label, lines } = field;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    expectValue(lines, given);
    return leavesOf(given);
  }
  const path = pathOf(label);
  const isChange = path.at(-1) === "change" && typeof valueAt(given, [...path.slice(0, -1), "old_string"]) === "string";
  const isWritten = lines[0]?.sign === "+" && typeof valueAt(given, path) === "string";
  const parent = path.slice(0, -1);
  if (
    isChange &&
    typeof valueAt(given, [...parent, "new_string"]) === "string" &&
    (hasSigns(lines) || isEmpty(lines))
  ) {
    const isOld = ({ sign }: ApprovalLine): boolean => sign !== "+";
    const isNew = ({ sign }: ApprovalLine): boolean => sign !== "-";
    const side = (is: (line: ApprovalLine) => boolean): string =>
      isEmpty(lines)
        ? ""
        : lines
            .filter(is)
            .map(({ pieces }) => original(pieces))
            .join("\n");
    expect(side(isOld)).toBe(valueAt(given, [...parent, "old_string"]));
    expect(side(isNew)).toBe(valueAt(given, [...parent, "new_string"]));
    return 2;
  }
  const value = valueAt(given, path);
  if (isWritten) expect(lines.map(({ pieces }) => original(pieces)).join("\n")).toBe(value);
  else expectValue(lines, value);
  return leavesOf(value);
}

function expectValue(lines: readonly ApprovalLine[], value: Json | undefined): void {
  const shown = isEmpty(lines) ? "" : lines.flatMap(({ pieces }) => originalLines(pieces)).join("\n");
  if (typeof value === "string") expect(shown).toBe(value);
  else expect(shown).toBe(JSON.stringify(value));
}

function hasSigns(lines: readonly ApprovalLine[]): boolean {
  return lines.every(({ sign }) => sign !== undefined);
}

function isEmpty(lines: readonly ApprovalLine[]): boolean {
  const [piece] = lines[0]?.pieces ?? [];
  return lines.length === 1 && piece?.isMark === true && piece.text === "<empty>";
}

function originalLines(pieces: readonly ApprovalPiece[]): readonly string[] {
  const [piece] = pieces;
  const [, count] = (piece?.isMark === true ? /^<empty line ×(\d+)>$/.exec(piece.text) : null) ?? [];
  return count === undefined ? [original(pieces)] : Array.from({ length: Number(count) }, () => "");
}

const NAMED = new Map(Object.entries({ space: " ", tab: "\t", CR: "\r", ESC: "\u001B", NUL: "\0" }));

/** Returns the text that the marks stand for. */
function original(pieces: readonly ApprovalPiece[]): string {
  return pieces
    .map(({ text: shown, isMark }) =>
      isMark !== true
        ? shown
        : shown.replaceAll(/→ {3}|<([^<>]+?)(?: ×(\d+))?>/g, (_mark, name: string | undefined, count = "1") => {
            if (name === undefined) return "\t";
            const character = NAMED.get(name) ?? codeUnits(Number.parseInt(name.slice(2), 16));
            return character.repeat(Number(count));
          }),
    )
    .join("");
}

/** `String.fromCodePoint` returns a lone surrogate unchanged. */
function codeUnits(code: number): string {
  return String.fromCodePoint(code);
}

function pathOf(label: string): readonly string[] {
  const steps = label.matchAll(/\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]|\.?([\w$-]+)/gu);
  return [...steps].map(([, quoted, number, name]) =>
    quoted === undefined ? (number ?? name ?? "") : (JSON.parse(unmarked(quoted)) as string),
  );
}

function unmarked(quoted: string): string {
  return original([{ text: quoted, isMark: true }]);
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, step) => (typeof inner === "object" && inner !== null ? (inner as JsonObject)[step] : undefined),
    value,
  );
}

function leavesOf(value: Json | undefined): number {
  if (typeof value !== "object" || value === null) return 1;
  const items = Object.values(value);
  return items.length === 0 ? 1 : items.reduce<number>((sum, item) => sum + leavesOf(item), 0);
}

function withoutJoinedEmoji(shown: string): string {
  return shown.replaceAll(/(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)(?:\u200D|\uFE0F)/gu, "");
}

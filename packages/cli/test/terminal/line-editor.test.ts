import { describe, expect, it } from "vitest";
import { renderEditor } from "../../src/terminal/editor-lines.ts";
import {
  EMPTY_EDITOR,
  isComplete,
  applyKey,
  clearAfterSend,
  withText,
  type EditorState,
  type Key,
} from "../../src/terminal/line-editor.ts";
import { array, constantFrom, oneof, property, record, string } from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { measureColumns } from "../../src/terminal/width.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";

const type = (state: EditorState, text: string): EditorState =>
  Array.from(text).reduce((editor, character) => applyKey(editor, { text: character, name: character }), state);
const key = (state: EditorState, ...names: readonly string[]): EditorState =>
  names.reduce((editor, name) => {
    const parts = name.split("-");
    return applyKey(editor, { name: parts.at(-1), ctrl: parts.includes("ctrl"), meta: parts.includes("meta") });
  }, state);
/** The text with a bar at the cursor. */
const shown = ({ text, cursor }: EditorState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe("the line editor", () => {
  it("inserts at the cursor and deletes whole characters", () => {
    expect(shown(key(type(EMPTY_EDITOR, "helo"), "left"))).toBe("hel|o");
    expect(shown(type(key(type(EMPTY_EDITOR, "helo"), "left"), "l"))).toBe("hell|o");
    const family = withText(EMPTY_EDITOR, "a👨‍👩‍👧");
    expect(shown(key(family, "backspace"))).toBe("a|");
    expect(shown(key(family, "left", "delete"))).toBe("a|");
  });

  it("supports the keys of shells", () => {
    const typed = type(EMPTY_EDITOR, "one two three");
    expect(shown(key(typed, "ctrl-w"))).toBe("one two |");
    expect(shown(key(typed, "meta-b", "ctrl-k"))).toBe("one two |");
    expect(shown(key(typed, "ctrl-a", "meta-f"))).toBe("one| two three");
    expect(shown(key(typed, "ctrl-u"))).toBe("|");
  });

  it("takes several lines by Alt-Enter, a trailing backslash and pasting", () => {
    expect(shown(key(type(EMPTY_EDITOR, "a"), "meta-return"))).toBe("a\n|");
    const open = type(EMPTY_EDITOR, "a\\");
    expect(isComplete(open)).toBe(false);
    expect(shown(key(open, "return"))).toBe("a\n|");
    expect(shown(applyKey(EMPTY_EDITOR, { text: "a\r\nb\rc", isPasted: true }))).toBe("a\nb\nc|");
  });

  it("moves up and down in the text, then in the history, and returns to the draft", () => {
    const before = clearAfterSend(withText(clearAfterSend(withText(EMPTY_EDITOR, "first")), "second"));
    const typing = type(before, "dra");
    expect(shown(key(typing, "up"))).toBe("second|");
    expect(shown(key(typing, "up", "up", "up"))).toBe("first|");
    expect(shown(key(typing, "up", "up", "down", "down"))).toBe("dra|");
    const lines = withText(before, "abc\nde");
    expect(shown(key(lines, "up"))).toBe("ab|c\nde");
    expect(shown(key(lines, "up", "down"))).toBe("abc\nde|");
  });

  it("keeps each text in the history once, and no blank ones", () => {
    const twice = clearAfterSend(withText(clearAfterSend(withText(EMPTY_EDITOR, "same")), "same"));
    expect(twice.history).toEqual(["same"]);
    expect(clearAfterSend(withText(twice, "  ")).history).toEqual(["same"]);
  });

  it("keeps the cursor in the text and the lines within the terminal for any keys", () => {
    const names = constantFrom(
      "left",
      "right",
      "up",
      "down",
      "home",
      "end",
      "backspace",
      "delete",
      "return",
      "escape",
      "tab",
    );
    const keys = array(
      oneof(
        record({ name: names, ctrl: constantFrom(true, false), meta: constantFrom(true, false) }),
        record({ text: string({ unit: "grapheme", maxLength: 4 }), isPasted: constantFrom(true, false) }),
      ),
      { maxLength: 40 },
    );
    checkProperty(
      "line editor: any keys",
      property(keys, constantFrom(8, 20, 80), (pressed: readonly Key[], columns) => {
        let state = EMPTY_EDITOR;
        for (const one of pressed) {
          state = applyKey(state, one);
          expect(state.cursor).toBeGreaterThanOrEqual(0);
          expect(state.cursor).toBeLessThanOrEqual(state.text.length);
          const lines = renderEditor(state, columns, 5);
          expect(lines.length).toBeLessThanOrEqual(5);
          for (const line of lines) expect(measureColumns(stripVTControlCharacters(line))).toBeLessThan(columns);
        }
      }),
      scaleSlowRuns(100),
    );
  });
});

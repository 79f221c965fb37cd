// The work for one piece of a streaming text must not grow with the text before it. Work is counted, not timed: it is the
// number of characters given to string and regular expression methods.
import { describe, expect, it } from "vitest";
import { createView } from "../../src/view/view.ts";

const block = { agent: null, messageId: "m", block: 0, line: 1 } as const;
const READING = [
  "slice",
  "split",
  "indexOf",
  "includes",
  "replace",
  "replaceAll",
  "trim",
  "trimEnd",
  "normalize",
] as const;

/** The characters that are looked at meanwhile. */
function countCharacters(work: () => void): number {
  let characters = 0;
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string, sizeOf: (self: unknown, given: unknown) => number): void => {
    const before = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    const method = before.value as (...given: unknown[]) => unknown;
    function counting(this: unknown, ...given: unknown[]): unknown {
      characters += sizeOf(this, given[0]);
      return method.apply(this, given);
    }
    Object.defineProperty(owner, name, { ...before, value: counting });
    undo.push(() => Object.defineProperty(owner, name, before));
  };
  for (const name of READING) replace(String.prototype, name, (self) => String(self).length);
  for (const name of ["test", "exec"]) replace(RegExp.prototype, name, (_self, text) => String(text).length);
  try {
    work();
  } finally {
    for (const restore of undo) restore();
  }
  return characters;
}

/** @returns the characters looked at for each piece, with the screen drawn now and then */
function workPerPiece(type: "text" | "thinking", first: string, piece: string, pieces: number): number {
  const view = createView({ columns: 80, isLive: true, isColoured: true });
  view.push({ ...block, type: `${type}-start` });
  view.push({ ...block, type: `${type}-delta`, text: first });
  const characters = countCharacters(() => {
    for (let count = 0; count < pieces; count += 1) {
      view.push({ ...block, type: `${type}-delta`, text: piece });
      if (count % 40 === 0) view.renderLiveArea({ nowMs: 0, maxLines: 20 });
    }
  });
  return characters / pieces;
}

describe("a long streaming block", () => {
  it.each([
    ["text", "one line", "", "some words of a long text "],
    ["text", "many lines", "", "some words of a long text\n"],
    ["text", "a list", "- first\n", "- a further item of a list\n\n"],
    ["text", "code that never ends", "```js\n", "const some = words.of(code);\n"],
    ["text", "one word", "", "abcdefghijklmnopqrstuvwxyz"],
    ["thinking", "one line", "", "some words of a long text "],
  ] as const)("(%s, %s) costs the same per piece, however long the text is", (type, _name, first, piece) => {
    const [few, many] = [1000, 6000].map((pieces) => workPerPiece(type, first, piece, pieces));
    expect(few).toBeGreaterThan(piece.length);
    expect(many).toBeLessThan((few ?? 0) * 1.2);
  });
});

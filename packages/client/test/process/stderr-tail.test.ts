import { expect, test } from "vitest";
import { StderrTail } from "../../src/process/stderr-tail.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("keeps the end of stderr, however it is chunked", () => {
  const tail = new StderrTail();
  for (let n = 0; n < 100_000; n += 1) tail.push(bytes(`line ${n}\n`));
  expect(tail.size).toBeLessThan(40_000);
  expect(tail.text.length).toBeLessThanOrEqual(8192);
  expect(tail.text.length).toBeGreaterThan(8000);
  expect(tail.text.endsWith("line 99998\nline 99999")).toBe(true);
});

test("cuts a chunk that is longer than the tail", () => {
  const tail = new StderrTail();
  tail.push(bytes(`${"x".repeat(1_000_000)}end`));
  expect(tail.text).toBe(`${"x".repeat(8189)}end`);
});

test("keeps characters whole at the edge and between chunks", () => {
  const tail = new StderrTail();
  const all = bytes("é😀".repeat(5000));
  for (let at = 0; at < all.length; at += 7) tail.push(all.subarray(at, at + 7));
  expect(tail.text).toMatch(/^(é😀|😀)(é😀)*$/u);
  expect(bytes(tail.text).length).toBeGreaterThan(8180);
});

test("redacts secrets, even one that the edge would cut", () => {
  const key = `sk-ant-api03-${"a1B2".repeat(24)}`;
  for (let more = 0; more < 130; more += 1) {
    const tail = new StderrTail();
    tail.push(bytes(`${"-".repeat(9000)} ${key} ${"-".repeat(8192 - more)}`));
    expect(tail.text).not.toContain("a1B2a1B2");
  }
});

test("redacts given values, whatever they look like", () => {
  const tail = new StderrTail({ values: ["plain-word-7"] });
  tail.push(bytes("refused: plain-word-7 is wrong"));
  expect(tail.text).not.toContain("plain-word-7");
});

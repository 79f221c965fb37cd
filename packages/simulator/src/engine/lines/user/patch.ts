// `structuredPatch`: the lines that differ between two texts, as one hunk with up to three lines of context.

import type { JsonObject } from "../../../json.ts";

const AROUND = 3;

export function createPatch(before: string, after: string): readonly JsonObject[] {
  const old = splitLines(before);
  const now = splitLines(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  if (head === old.length && head === now.length) return [];
  const first = Math.max(0, head - AROUND);
  const last = Math.min(tail, AROUND);
  const lines = [
    ...old.slice(first, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + last).map((line) => ` ${line}`),
  ];
  const around = head - first + last;
  return [
    {
      oldStart: first + 1,
      oldLines: old.length - tail - head + around,
      newStart: first + 1,
      newLines: now.length - tail - head + around,
      lines,
    },
  ];
}

function splitLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

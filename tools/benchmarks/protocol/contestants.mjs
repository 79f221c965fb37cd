// The contestants that the ratios compare.

import { createDecoder } from "../../../packages/protocol/dist/index.js";

/** Ours: bytes to events. The consumer reads every event and keeps none. */
export function decodeChunks(chunks) {
  let events = 0;
  const decoder = createDecoder({
    onEvent(event) {
      if (event.type !== "malformed") events += 1;
    },
  });
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

/** The floor: `JSON.parse` alone, of lines that are already decoded and split. */
export function parseLines(lines) {
  let messages = 0;
  for (const line of lines) {
    if (JSON.parse(line).type !== undefined) messages += 1;
  }
  return messages;
}

/** The minimum from bytes: decodes regions, splits at LF, and parses every line with `JSON.parse`. */
export function splitAndParse(chunks) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let messages = 0;
  let pending = [];
  for (const chunk of chunks) {
    const end = chunk.lastIndexOf(10) + 1;
    if (end === 0) {
      pending.push(chunk);
      continue;
    }
    const whole = chunk.subarray(0, end);
    messages += parseRegion(decoder.decode(pending.length === 0 ? whole : Buffer.concat([...pending, whole])));
    pending = end === chunk.length ? [] : [chunk.subarray(end)];
  }
  return messages;
}

function parseRegion(region) {
  let messages = 0;
  let start = 0;
  for (let end = region.indexOf("\n"); end !== -1; end = region.indexOf("\n", start)) {
    if (JSON.parse(region.slice(start, end)).type !== undefined) messages += 1;
    start = end + 1;
  }
  return messages;
}

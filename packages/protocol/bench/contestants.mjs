// The two ways through a sample that the ratios compare.

import { createDecoder } from "../dist/index.js";

/** Ours: bytes to events. The consumer looks at every event and keeps none. */
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

/** The floor: what `JSON.parse` alone costs once somebody else has decoded and split the bytes. */
export function parseLines(lines) {
  let messages = 0;
  for (const line of lines) {
    if (JSON.parse(line).type !== undefined) messages += 1;
  }
  return messages;
}

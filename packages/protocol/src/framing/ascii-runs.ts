// Cuts a region of whole lines where ASCII ends. One foreign character makes a whole string two bytes wide, and slow to
// decode (0.8 instead of 8 GB/s on Node 20), to compare and to parse; so lines that have one are kept apart.

const LF = 10;
/** Foreign lines nearer than this are taken together: many short runs would cost more than they save. */
const NEAR = 512;

/** Calls `onRun` for each run of whole lines, in order; all but the foreign lines are pure ASCII. */
export function forEachRun(region: Uint8Array, onRun: (run: Uint8Array) => void): void {
  const scan = createScanner(region);
  for (let start = 0; start < region.length;) {
    const foreign = scan(start, region.length);
    const lineStart = foreign === -1 ? region.length : region.lastIndexOf(LF, foreign) + 1;
    if (lineStart > start) onRun(region.subarray(start, lineStart));
    if (foreign === -1) return;
    let end = region.indexOf(LF, foreign) + 1;
    for (let next = scan(end, end + NEAR); next !== -1; next = scan(end, end + NEAR))
      end = region.indexOf(LF, next) + 1;
    onRun(region.subarray(lineStart, end));
    start = end;
  }
}

/** Finds the first byte above 127 from `start` to before `limit`, or -1; four bytes at a time. */
function createScanner(region: Uint8Array): (start: number, limit: number) => number {
  const shift = (4 - (region.byteOffset % 4)) % 4;
  const count = Math.max(0, Math.floor((region.length - shift) / 4));
  const words = count === 0 ? new Uint32Array(0) : new Uint32Array(region.buffer, region.byteOffset + shift, count);
  return (start, limit) => {
    const end = Math.min(limit, region.length);
    let place = start;
    while (place < end && (place - shift) % 4 !== 0) {
      if ((region[place] as number) > 127) return place;
      place += 1;
    }
    const lastWord = Math.floor((end - shift) / 4);
    let word = (place - shift) / 4;
    // Thirty-two bytes a step: nearly all of a stream is ASCII.
    while (word + 8 <= lastWord && !hasForeign(words, word)) word += 8;
    for (place = Math.max(place, word * 4 + shift); place < end; place += 1) {
      if ((region[place] as number) > 127) return place;
    }
    return -1;
  };
}

function hasForeign(words: Uint32Array, at: number): boolean {
  const four =
    (words[at] as number) | (words[at + 1] as number) | (words[at + 2] as number) | (words[at + 3] as number);
  const more =
    (words[at + 4] as number) | (words[at + 5] as number) | (words[at + 6] as number) | (words[at + 7] as number);
  return ((four | more) & 0x80808080) !== 0;
}

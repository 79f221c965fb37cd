// Seeded random numbers (mulberry32), choices and ids.

const HEX = "0123456789abcdef";
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789";

/**
 * A random generator. The same seed gives the same values in the same order.
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed;

  /** From 0 up to, not including, 1. */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  const integer = (from, to) => from + Math.floor(next() * (to - from + 1));

  /** A whole number, log-uniform: as many between 1 and 10 as between 10 and 100. */
  const spread = (from, to) => Math.round(from * (to / from) ** next());

  const pick = (list) => list[integer(0, list.length - 1)];

  /** An id in the form of the API: `msg_01` and 22 letters. */
  function id(prefix) {
    let letters = `${prefix}_01`;
    for (let count = 0; count < 22; count += 1) letters += pick(LETTERS);
    return letters;
  }

  function uuid() {
    let text = "";
    for (let place = 0; place < 36; place += 1) {
      if (place === 8 || place === 13 || place === 18 || place === 23) text += "-";
      else text += place === 14 ? "4" : place === 19 ? pick("89ab") : pick(HEX);
    }
    return text;
  }

  return { next, integer, spread, pick, id, uuid, isLikely: (share) => next() < share };
}

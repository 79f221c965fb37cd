// Numbers, choices and ids from a seed (mulberry32).

/** @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random = {
    /** A whole number from 0 up to, but not including, `below`. */
    below: (below) => Math.floor(next() * below),
    /** Many small numbers and a few large ones. */
    skewed: (mean) => Math.floor(-Math.log(1 - next()) * mean),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
    hex: (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join(""),
    letters: (length) => Array.from({ length }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join(""),
    uuid: () => `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
  };
  return random;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

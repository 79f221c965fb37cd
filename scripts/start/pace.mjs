// When to print what. Only finished lines of a recording carry a time, so pieces in between get the pace of a model
// that writes; the recording's own clock then fills up what is missing. Knows no timer: it only says how long to wait.

// About 30 tokens a second.
const MS_PER_CHARACTER = 8;
// Tool input is not shown while it grows, so it need not be waited for at full length.
const MS_PER_INPUT_CHARACTER = 2;
// From the request to the first word.
const FIRST_WORD_MS = 350;
// Nobody learns anything from a longer pause, however long the tool ran.
const MAX_PAUSE_MS = 1500;

/** The pace of one playing. `beforeEvent` and `afterPiece` give milliseconds to wait, at the recording's own speed. */
export function createPace() {
  let playedMs = 0;
  let start;
  const wait = (ms) => {
    const bounded = Math.min(ms, MAX_PAUSE_MS);
    playedMs += bounded;
    return bounded;
  };
  return {
    beforeEvent(event) {
      if (event.at !== undefined) {
        start ??= event.at - playedMs;
        const missingMs = event.at - start - playedMs;
        // A pause that is cut short is forgotten, or all later ones would be cut too.
        if (missingMs > MAX_PAUSE_MS) start += missingMs - MAX_PAUSE_MS;
        return wait(Math.max(0, missingMs));
      }
      if (event.type === "message-start") return wait(FIRST_WORD_MS);
      if (event.type === "tool-call-delta") return wait(event.partialJson.length * MS_PER_INPUT_CHARACTER);
      return 0;
    },
    afterEvent(event) {
      return event.type === "retry" ? wait(event.delayMs ?? 0) : 0;
    },
    afterPiece(piece) {
      return piece.isTyped === true ? wait(piece.text.length * MS_PER_CHARACTER) : 0;
    },
  };
}

// The words after `npm start --`. Gives a request, or refuses in one sentence; touches no file.

/** What the command can be asked for, as `--help` prints it. */
export const USAGE = `Plays a recording of Claude Code's stream-json output in the terminal.

  npm start                                     the recording that comes with unspool
  npm start -- path/to/recording.ndjson         another one
  npm start -- --speed 4                        four times as fast; 0: all at once

Without --speed it plays at its own pace on a terminal, and all at once into a pipe or a file.
NO_COLOR=1 and FORCE_COLOR=1 are honoured. Exit codes: 0 played, 2 wrong use, 130 interrupted.
`;

/** Arguments that ask for something impossible. The message is for the user, as it is. */
export class WrongUse extends Error {}

/** Reads the arguments: `{ isHelp }` or `{ path, speed }`, both of them perhaps undefined. */
export function readArguments(words) {
  let path;
  let speed;
  let hasOptions = true;
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (!hasOptions || word === "" || !word.startsWith("-")) {
      if (path !== undefined) throw new WrongUse(`One recording at a time: got ${quote(path)} and ${quote(word)}.`);
      path = word;
    } else if (word === "--") hasOptions = false;
    else if (word === "--help" || word === "-h") return { isHelp: true };
    else if (word === "--speed") speed = readSpeed(rest.shift());
    else if (word.startsWith("--speed=")) speed = readSpeed(word.slice("--speed=".length));
    else throw new WrongUse(`There is no option ${quote(word)}: use --speed NUMBER, or --help.`);
  }
  return { path, speed };
}

function readSpeed(word) {
  const isNumber = word !== undefined && /^(?:\d+\.?\d*|\.\d+)$/.test(word);
  const speed = Number(word);
  if (isNumber && Number.isFinite(speed)) return speed;
  const got = word === undefined ? "nothing" : quote(word);
  throw new WrongUse(`--speed needs a number, 0 or more (2 is twice as fast, 0 is all at once), not ${got}.`);
}

/** A word of the user's, safe to print: control characters come out as escapes. */
export function quote(word) {
  return JSON.stringify(word).replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escapeOf);
}

function escapeOf(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

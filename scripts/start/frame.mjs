// What stands around the recording: what this is, and what to try next.
import { oneLine } from "./tool-call.mjs";
import { createWrap } from "./wrap.mjs";

/** Said first: that this is a recording, that it costs nothing, and which one it is. */
export function preface(path, columns) {
  const [name, ...rest] = prose(
    "unspool plays back a recorded session. Nothing runs, nothing is spent; the figures are the recording's own.",
    undefined,
    columns,
  );
  return [
    { ...name, style: "strong" },
    ...rest,
    // On a line of its own and unbroken, so that it can be copied; so are the commands below.
    { text: `${oneLine(path)}\n`, style: "dim" },
  ];
}

/** Said last: how to play another, and how to make one. */
export function ending(columns) {
  return [
    { text: "\n" },
    ...prose("Play another one, four times as fast, or all at once:", "dim", columns),
    { text: "  npm start -- path/to/recording.ndjson\n  npm start -- --speed 4\n  npm start -- --speed 0\n" },
    ...prose("Record your own:", "dim", columns),
    { text: '  claude -p "hello" --output-format stream-json --verbose --include-partial-messages > my.ndjson\n' },
  ];
}

function prose(text, style, columns) {
  const wrap = createWrap(() => columns - 1);
  return [...wrap.push(text), ...wrap.end(), "\n"].map((word) => ({ text: word, style }));
}

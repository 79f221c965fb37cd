// Styles to escape codes. Each painted piece ends with a reset, so the terminal is sane wherever the output stops.

// The sixteen colours of the user's own theme: readable on light and dark.
const CODES = {
  dim: "2",
  strong: "1",
  good: "32",
  bad: "31",
  warn: "33",
  tool: "1;34",
  agent1: "36",
  agent2: "35",
  agent3: "33",
  agent4: "34",
  agent5: "32",
};

/** Whether to use colours: FORCE_COLOR decides, then NO_COLOR, then whether this is a terminal that knows colours. */
export function hasColours(isTerminal, environment) {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return isTerminal && term !== "dumb";
}

/** A piece with its colours, or its plain text. */
export function paint({ text, style }, isColoured) {
  if (!isColoured || style === undefined || text.trim() === "") return text;
  return `\u001b[${CODES[style]}m${text}\u001b[0m`;
}

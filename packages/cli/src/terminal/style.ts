// Styled text and its escape sequences. Only a few of the sixteen theme colours are used, so that output is readable on light and
// dark backgrounds; without colours the signs and the text carry all information.

import pc from "picocolors";
import { sanitizeLine } from "./sanitize.ts";

export type Style = "bold" | "dim" | "italic" | "underline" | "strike" | "good" | "bad" | "warn" | "accent";

export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[];
}

/** One line of the screen. Its spans contain no line ends. */
export type Line = readonly Span[];

export function span(text: string, ...styles: readonly Style[]): Span {
  return styles.length === 0 ? { text } : { text, styles };
}

export type Painter = (line: Line) => string;

/**
 * Creates a function that turns a line into text with escape sequences. Each span closes its styles, so that output cut anywhere
 * leaves the terminal intact. Every text is sanitized here once more.
 */
export function createPainter(isColoured: boolean): Painter {
  if (!isColoured)
    return (line) =>
      line
        .map(({ text }) => sanitizeLine(text))
        .join("")
        .trimEnd();
  const colours = pc.createColors(true);
  const paints: Readonly<Record<Style, (text: string) => string>> = {
    bold: colours.bold,
    dim: colours.dim,
    italic: colours.italic,
    underline: colours.underline,
    strike: colours.strikethrough,
    good: colours.green,
    bad: colours.red,
    warn: colours.yellow,
    accent: colours.cyan,
  };
  return (line) =>
    trimLine(line)
      .map(({ text, styles = [] }) =>
        text === "" ? "" : styles.reduce((painted, style) => paints[style](painted), sanitizeLine(text)),
      )
      .join("");
}

/** Removes trailing spaces, which show in selections and in files. */
function trimLine(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined || !last.text.endsWith(" ")) return line;
  const text = last.text.trimEnd();
  return text === "" ? trimLine(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

/** Whether to use colours: decided by `--no-color`, then `FORCE_COLOR`, then `NO_COLOR`, then by the terminal. */
export function hasColours(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
  isRefused = false,
): boolean {
  if (isRefused) return false;
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && term !== "dumb";
}

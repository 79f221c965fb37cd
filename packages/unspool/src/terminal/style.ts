// Text with a meaning, and what a terminal makes of it. The sixteen colours of the user's own theme are used, and few of
// them, so that it reads on light and on dark; without colours the signs and the words carry everything.

import pc from "picocolors";
import { sanitizeLine } from "./sanitize.ts";

export type Style = "bold" | "dim" | "italic" | "underline" | "strike" | "good" | "bad" | "warn" | "accent";

export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[];
}

/** One line of the screen. No span of it has a line end. */
export type Line = readonly Span[];

export function span(text: string, ...styles: readonly Style[]): Span {
  return styles.length === 0 ? { text } : { text, styles };
}

export type Painter = (line: Line) => string;

/**
 * Each span is closed where it ends, so the terminal is sane wherever the output stops. And the last gate: whatever way a
 * text has come, nothing but text leaves here.
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
    trimmed(line)
      .map(({ text, styles = [] }) =>
        text === "" ? "" : styles.reduce((painted, style) => paints[style](painted), sanitizeLine(text)),
      )
      .join("");
}

/** Without spaces at the end: they show when text is marked, and in files. */
function trimmed(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined || !last.text.endsWith(" ")) return line;
  const text = last.text.trimEnd();
  return text === "" ? trimmed(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

/** `--no-color` and `FORCE_COLOR` decide, then `NO_COLOR`, then whether this is a terminal that knows colours. */
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

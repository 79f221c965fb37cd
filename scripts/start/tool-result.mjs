// A tool's answer in a few lines, each clean: `{ text, style }`.
import { counted } from "./figures.mjs";
import { sanitize } from "./sanitize.mjs";

/** The lines to show of a tool-result event, at most `maxLines` and one that says how many more there are. */
export function resultLines({ text, isError, structured }, name, maxLines) {
  if (!isError) {
    const changes = changedLines(structured);
    if (changes.length > 0) return cap(changes, maxLines * 3);
    if (name === "Read") return [{ text: readSummary(text), style: "dim" }];
  }
  const lines = sanitize(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (lines.length === 0) return [{ text: isError ? "failed without a word" : "no output", style: "dim" }];
  return cap(
    lines.map((line) => ({ text: line, style: "dim" })),
    maxLines,
  );
}

// Edit and Write answer with a patch beside their text.
function changedLines(structured) {
  const hunks = structured?.structuredPatch;
  if (!Array.isArray(hunks)) return [];
  return hunks
    .flatMap((hunk) => (Array.isArray(hunk?.lines) ? hunk.lines : []))
    .filter((line) => typeof line === "string" && /^[-+]/.test(line))
    .map((line) => ({
      text: `${line[0]} ${sanitize(line.slice(1)).replaceAll("\n", " ")}`,
      style: line.startsWith("-") ? "bad" : "good",
    }));
}

// Read numbers its lines; an image or a PDF has none.
function readSummary(text) {
  const lines = text.split("\n").filter((line) => /^\s*\d+(?:\t|→)/.test(line));
  if (/^\s*\d+(?:\t|→)$/.test(lines.at(-1) ?? "")) lines.pop();
  if (lines.length > 0) return counted(lines.length, "line");
  return sanitize(text).split("\n")[0];
}

function cap(lines, maxLines) {
  if (lines.length <= maxLines + 1) return lines;
  const more = lines.length - maxLines;
  return [...lines.slice(0, maxLines), { text: `… ${counted(more, "more line")}`, style: "dim" }];
}

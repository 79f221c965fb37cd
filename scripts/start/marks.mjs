// The sign at the beginning of a line, in two columns: it tells without colours what the line is.

export const MARKS = {
  prompt: { text: "›", style: "strong" },
  thinking: { text: "○", style: "dim" },
  text: { text: " " },
  call: { text: "●", style: "tool" },
  result: { text: "└", style: "dim" },
  good: { text: "✓", style: "good" },
  bad: { text: "✗", style: "bad" },
  warn: { text: "!", style: "warn" },
  retry: { text: "↻", style: "warn" },
  note: { text: "·", style: "dim" },
};

// Code in Markdown that its content cannot end: fences and spans are longer than any run of backticks inside.

/** A block of code. The language is a word of ours. */
export function fence(text: string, language = ""): string {
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text.replace(/\n$/, "")}\n${ticks}`;
}

/** Code within a line. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line === "") return "";
  const ticks = "`".repeat(longestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** Words as words: nothing in them is read as Markdown or HTML. */
export function plainWords(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const marked = line
    .replaceAll(/[\\`*_{}[\]#|~!>]|^[-+=]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  return marked.replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

// The screen of a terminal, with its escape codes, as a picture: one SVG without scripts or fonts of its own, light or dark
// as its reader has it.

const CELL = { width: 8.4, height: 18 };
const PADDING = 18;
const BAR = 30;
const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

const STYLE = `
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); white-space: pre; }
    svg { --back: #fbfbf9; --edge: #d9d9d3; --text: #24292f; --red: #c2281e; --green: #1a7f37; --yellow: #8a6100; --cyan: #0b7285; --blue: #0550ae; --magenta: #8250df; --black: #57606a; --white: #57606a; }
    @media (prefers-color-scheme: dark) {
      svg { --back: #16181d; --edge: #2d3138; --text: #d7dae0; --red: #ff7b72; --green: #56d364; --yellow: #e3b341; --cyan: #56d4dd; --blue: #79c0ff; --magenta: #d2a8ff; --black: #8b949e; --white: #ffffff; }
    }
    .bold { font-weight: 700; } .dim { opacity: 0.62; } .italic { font-style: italic; } .underline { text-decoration: underline; } .strike { text-decoration: line-through; }
    ${COLOURS.map((name) => `.${name} { fill: var(--${name}); }`).join(" ")}`;

/**
 * @param {string} screen as `tmux capture-pane -e` gives it
 * @param {{ columns: number, title: string, widthOf: (text: string) => number }} options
 */
export function ansiToSvg(screen, { columns, title, widthOf }) {
  const lines = screen.replace(/\n+$/, "").split("\n");
  const width = columns * CELL.width + 2 * PADDING;
  const height = lines.length * CELL.height + 2 * PADDING + BAR;
  const pen = { styles: new Set() };
  const body = lines.flatMap((line, row) => splitSpans(line, pen).map((span) => formatText(span, row, widthOf)));
  const dots = [0, 1, 2].map(
    (place) => `<circle cx="${PADDING + 4 + place * 18}" cy="${BAR / 2 + 4}" r="5" fill="var(--edge)"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img" aria-label="${escaped(title)}">`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect x="0.5" y="0.5" width="${Math.ceil(width) - 1}" height="${Math.ceil(height) - 1}" rx="10" fill="var(--back)" stroke="var(--edge)"/>`,
    `  ${dots.join("")}`,
    ...body.filter((text) => text !== "").map((text) => `  ${text}`),
    "</svg>",
    "",
  ].join("\n");
}

function formatText({ text, classes, column }, row, widthOf) {
  const lead = text.length - text.trimStart().length;
  const words = text.trim();
  if (words === "") return "";
  const x = (PADDING + (widthOf(text.slice(0, lead)) + column(widthOf)) * CELL.width).toFixed(1);
  const y = PADDING + BAR + row * CELL.height + 4;
  // Fonts differ in width: what stands below each other must do so in every one.
  const length = (widthOf(words) * CELL.width).toFixed(1);
  const names = classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${names}>${escaped(words)}</text>`;
}

/** What was switched on in one line stays on in the next: tmux does not repeat it. */
function splitSpans(line, pen) {
  const spans = [];
  let before = "";
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  for (const [place, part] of line.split(/\u001B\[([\d;]*)m/).entries()) {
    // Text and codes by turns.
    if (place % 2 === 1) pen.styles = applied(pen.styles, part.split(";").map(Number));
    else if (part !== "") {
      const start = before;
      spans.push({ text: part, classes: [...pen.styles], column: (widthOf) => widthOf(start) });
      before += part;
    }
  }
  return spans;
}

const ON = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 9: "strike" };
const OFF = { 22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 29: ["strike"], 39: COLOURS, 49: [] };

function applied(styles, codes) {
  let next = new Set(styles);
  for (const code of codes) {
    if (code === 0) next = new Set();
    else if (ON[code] !== undefined) next.add(ON[code]);
    for (const name of OFF[code] ?? []) next.delete(name);
    if (code >= 30 && code <= 37) {
      for (const name of COLOURS) next.delete(name);
      next.add(COLOURS[code - 30]);
    }
  }
  return next;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

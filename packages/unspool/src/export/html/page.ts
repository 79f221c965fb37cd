// The whole page, piece by piece. It loads nothing, and its policy lets nothing run but the one script of ours, by its
// hash: even markup that slipped through would be dead. What spans pieces is opened and closed by constants.

import { createHash } from "node:crypto";
import type { PageTurn, SessionPage } from "../model.ts";
import { agentHtml, entryHtml } from "./entries.ts";
import { createHighlighter, type Highlighter } from "./highlight.ts";
import { constantElement, html, type Html } from "./html.ts";
import { outline } from "./outline.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { summary } from "./summary.ts";

export function* htmlPage(page: SessionPage): Iterable<string> {
  const colours = createHighlighter();
  yield `<!doctype html>\n<html lang="en">\n${head(page.title).markup}\n<body>\n${bar(page.title).markup}\n`;
  yield `<div class="layout">\n${outline(page).markup}\n<main>\n${summary(page).markup}\n`;
  for (const turn of page.turns) yield* turnPieces(turn, colours);
  if (page.strays.length > 0) {
    yield '<section class="turn" id="agents">\n';
    yield html`<h2><a href="#agents">Further agents</a><span class="figures">their calls stand elsewhere</span></h2>`
      .markup;
    for (const agent of page.strays) yield `${agentHtml(agent, colours).markup}\n`;
    yield "</section>\n";
  }
  yield "<footer>Made by unspool from what Claude Code wrote. This page loads nothing from elsewhere.</footer>\n";
  yield `</main>\n</div>\n${constantElement("script", PAGE_SCRIPT).markup}\n</body>\n</html>\n`;
}

function* turnPieces({ number, figures, entries, failure }: PageTurn, colours: Highlighter): Iterable<string> {
  const anchor = `turn-${number}`;
  yield `<section class="turn" id="${anchor}">\n`;
  yield html`<h2><a href="#${anchor}">Turn ${number}</a><span class="figures">${figures.join(" · ")}</span></h2>`
    .markup;
  for (const [place, entry] of entries.entries())
    yield `${entryHtml(entry, `${anchor}-${place + 1}`, colours).markup}\n`;
  if (failure !== undefined) yield html`<pre class="failure">${failure}</pre>`.markup;
  if (entries.length === 0 && failure === undefined) yield html`<p class="note">Nothing was said</p>`.markup;
  yield "</section>\n";
}

function head(title: string): Html {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(PAGE_SCRIPT)}`,
    `style-src ${hashOf(PAGE_STYLE)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="color-scheme" content="light dark" />
    <meta name="generator" content="unspool" />
    <title>${title}</title>
    ${constantElement("style", PAGE_STYLE)}
  </head>`;
}

function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

/** Search and switches work by the script, so they are hidden until it runs. */
function bar(title: string): Html {
  return html`<header class="bar">
    <a class="title" href="#top" title="${title}">${title}</a>
    <div class="tools" hidden>
      <input
        type="search"
        id="search"
        placeholder="Search  /"
        aria-label="Search in this session"
        autocomplete="off"
        spellcheck="false"
      /><span id="hits" role="status"></span
      ><button type="button" id="previous" title="Previous hit (Shift+Enter)" disabled>↑</button
      ><button type="button" id="next" title="Next hit (Enter)" disabled>↓</button
      ><button type="button" id="folds" title="Unfold or fold everything">Unfold all</button
      ><button type="button" id="theme" title="Dark, light, or as the system has it">Auto</button>
    </div>
  </header> `;
}

// Renders the page in pieces. It loads nothing, and its content security policy allows only our script, by hash: even markup that
// slipped through could not run. Elements that span pieces are opened and closed by constants.

import { createHash } from "node:crypto";
import type { PageTurn, SessionPage } from "../model.ts";
import { renderAgent, renderEntry } from "./entries.ts";
import { createHighlighter, type Highlighter } from "./highlight.ts";
import { createConstantElement, html, type Html } from "./html.ts";
import { renderOutline } from "./outline.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { renderSummary } from "./summary.ts";

export function* renderHtmlPage(page: SessionPage): Iterable<string> {
  const colours = createHighlighter();
  yield `<!doctype html>\n<html lang="en">\n${renderHead(page.title).markup}\n<body>\n${renderToolbar(page.title).markup}\n`;
  yield `<div class="layout">\n${renderOutline(page).markup}\n<main>\n${renderSummary(page).markup}\n`;
  for (const turn of page.turns) yield* renderTurn(turn, colours);
  if (page.detachedAgents.length > 0) {
    yield '<section class="turn" id="agents">\n';
    yield html`<h2>
      <a href="#agents">Further agents</a><span class="figures">started by calls that are not on this page</span>
    </h2>`.markup;
    for (const agent of page.detachedAgents) yield `${renderAgent(agent, colours).markup}\n`;
    yield "</section>\n";
  }
  yield "<footer>Made by unspool from the output of Claude Code. This page loads nothing from the network.</footer>\n";
  yield `</main>\n</div>\n${createConstantElement("script", PAGE_SCRIPT).markup}\n</body>\n</html>\n`;
}

function* renderTurn({ number, figures, entries, failure }: PageTurn, colours: Highlighter): Iterable<string> {
  const anchor = `turn-${number}`;
  yield `<section class="turn" id="${anchor}">\n`;
  yield html`<h2><a href="#${anchor}">Turn ${number}</a><span class="figures">${figures.join(" · ")}</span></h2>`
    .markup;
  for (const [index, entry] of entries.entries())
    yield `${renderEntry(entry, `${anchor}-${index + 1}`, colours).markup}\n`;
  if (failure !== undefined) yield html`<pre class="failure">${failure}</pre>`.markup;
  if (entries.length === 0 && failure === undefined) yield html`<p class="note">No messages</p>`.markup;
  yield "</section>\n";
}

function renderHead(title: string): Html {
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(PAGE_SCRIPT)}`,
    `style-src ${hashSource(PAGE_STYLE)}`,
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
    ${createConstantElement("style", PAGE_STYLE)}
  </head>`;
}

function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

/** Renders the toolbar, which is hidden until the script runs. */
function renderToolbar(title: string): Html {
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

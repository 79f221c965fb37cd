// Renders the outline beside the page: the turns, and below each a tree of its agents.

import type { CallEntry, Entry, PageAgent, SessionPage } from "../model.ts";
import { html, type Html } from "./html.ts";

export function renderOutline({ turns, detachedAgents }: SessionPage): Html {
  const items = turns.map(
    ({ number, title, entries }) =>
      html`<li>
        <a href="#turn-${number}"><b>${number}</b> ${title || "Turn"}</a>${renderTree(listAgents(entries))}
      </li>`,
  );
  const rest =
    detachedAgents.length === 0
      ? undefined
      : html`<li><a href="#agents">Further agents</a>${renderTree(detachedAgents)}</li>`;
  return html`<nav class="outline" aria-label="Turns and agents">
    <ol>
      ${items}${rest}
    </ol>
  </nav> `;
}

function renderTree(agents: readonly PageAgent[]): Html | undefined {
  if (agents.length === 0) return undefined;
  return html`<ul class="tree">
    ${agents.map(
      ({ anchor, title, kind, entries }) =>
        html`<li>
          <a href="#${anchor}">${title}${kind === "" ? undefined : html` <small>${kind}</small>`}</a
          >${renderTree(listAgents(entries))}
        </li>`,
    )}
  </ul>`;
}

function listAgents(entries: readonly Entry[]): readonly PageAgent[] {
  return entries.filter((entry): entry is CallEntry => entry.type === "call").flatMap(({ agent }) => agent ?? []);
}

// Renders the top of the page: title, totals, facts, and tables by model and tool.

import { formatCount, formatDuration, formatUsd } from "../../output/format-numbers.ts";
import type { Fact, SessionPage } from "../model.ts";
import { html, type Html } from "./html.ts";

export function renderSummary(page: SessionPage): Html {
  return html`<section class="summary" id="top">
    <h1 dir="auto">${page.title}</h1>
    ${renderFacts("figures", page.figures)} ${renderFacts("facts", page.facts)}
    ${page.warnings.map((warning) => html`<p class="note">${warning}</p>`)} ${renderTables(page)}
  </section>`;
}

function renderFacts(name: string, facts: readonly Fact[]): Html {
  const inner = facts.map(
    ({ label, value }) =>
      html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return html`<dl class="${name}">${inner}</dl>`;
}

function renderTables({ models, tools }: SessionPage): Html | undefined {
  if (models.length + tools.length === 0) return undefined;
  const modelRows = models.map(({ model, costUsd, usage }) => [
    model,
    costUsd === undefined ? "–" : formatUsd(costUsd),
    formatCount(usage.inputTokens),
    formatCount(usage.outputTokens),
    formatCount(usage.cacheReadTokens),
    formatCount(usage.cacheCreationTokens),
  ]);
  const toolRows = tools.map(({ name, calls, failures, durationMs }) => [
    name,
    String(calls),
    failures === 0 ? "–" : String(failures),
    durationMs === 0 ? "–" : formatDuration(durationMs),
  ]);
  return html`<details class="more">
    <summary>By model and tool</summary>
    <div class="tables">
      ${renderTable(["Model", "Cost", "In", "Out", "Cache read", "Cache written"], modelRows)}
      ${renderTable(["Tool", "Calls", "Failed", "Time"], toolRows)}
    </div>
  </details>`;
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): Html | undefined {
  if (rows.length === 0) return undefined;
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th>${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}

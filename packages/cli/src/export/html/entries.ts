// Renders the entries of a turn or an agent as HTML. Calls and thinking are folded, agents are open below their call.

import { formatDuration } from "../../output/format-numbers.ts";
import type { CallEntry, CallPart, DiffHunk, Entry, PageAgent, Picture } from "../model.ts";
import type { Highlighter } from "./highlight.ts";
import { html, joinHtml, type Html } from "./html.ts";
import { renderLink } from "./prose-inline.ts";
import { renderMarkdown } from "./prose.ts";

const NAMES = { person: "You", task: "Task", system: "System" } as const;

/** @param anchor its id on the page @param model the heading of the model's messages */
export function renderEntry(entry: Entry, anchor: string, colours: Highlighter, model: string = "Claude"): Html {
  switch (entry.type) {
    case "message":
      return html`<div class="message ${entry.from}" id="${anchor}">
        <div class="who">${entry.from === "model" ? model : NAMES[entry.from]}${renderPermalink(anchor, entry.at)}</div>
        <div class="prose">
          ${renderMarkdown(entry.text, colours)}${entry.isCut ? html`<p class="cut">cut off here</p>` : undefined}
        </div>
      </div> `;
    case "thinking":
      if (entry.text.trim() === "") return html`<p class="note">Thinking, not included</p> `;
      return html`<details class="thinking">
        <summary><span class="name">Thinking</span><span class="brief">${shortenThinking(entry.text)}</span></summary>
        <div class="prose">${renderMarkdown(entry.text, colours)}</div>
      </details> `;
    case "note":
      return html`<p class="note${entry.isBad ? " bad" : ""}">${entry.text}</p> `;
    case "picture":
      return html`<figure>${renderPicture(entry.picture)}</figure> `;
    case "data":
      return html`<details class="data">
        <summary><span class="name">${entry.label}</span></summary>
        ${renderCodeBlock(colours.code(entry.text, "json"))}
      </details> `;
    case "call":
      return renderCall(entry, anchor, colours);
  }
}

/** Renders a link to the entry: its time, or `#` if the time is unknown. */
function renderPermalink(anchor: string, at: number | undefined): Html {
  if (at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15)
    return html`<a class="at" href="#${anchor}" title="Link to this message">#</a>`;
  const iso = new Date(at).toISOString();
  return html`<a class="at" href="#${anchor}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC"
    ><time datetime="${iso}">${iso.slice(11, 19)}</time></a
  >`;
}

/** Renders a block of code. The script of the page adds a copy button on hover. */
function renderCodeBlock(code: Html, looks: string = ""): Html {
  return html`<div class="block">
    <pre class="code${looks}"><code>${code}</code></pre>
  </div>`;
}

export function renderAgent({ anchor, title, kind, status, figures, entries }: PageAgent, colours: Highlighter): Html {
  const facts = [kind, status, ...figures].filter((fact) => fact !== "").join(" · ");
  return html`<section class="agent" id="${anchor}">
    <h3 class="agent-head"><a href="#${anchor}">${title}</a><span class="figures">${facts}</span></h3>
    ${joinHtml(entries.map((entry, index) => renderEntry(entry, `${anchor}-${index + 1}`, colours, "Agent")))}
  </section>`;
}

const SIGNS: Readonly<Record<CallEntry["status"], readonly [sign: string, name: string, looks: string]>> = {
  succeeded: ["✓", "succeeded", "good"],
  failed: ["✗", "failed", "bad"],
  denied: ["⊘", "denied", "bad"],
  deferred: ["?", "waits for approval", "dim"],
  aborted: ["–", "cut off", "dim"],
  running: ["…", "without a result", "dim"],
  streaming: ["…", "without a result", "dim"],
  "waiting-for-permission": ["?", "waited for permission", "dim"],
};

function renderCall(
  { name, summary, status, durationMs, changed, parts, agent }: CallEntry,
  anchor: string,
  colours: Highlighter,
): Html {
  const [sign, word, looks] = SIGNS[status];
  const time = durationMs === undefined ? undefined : html`<span class="time">${formatDuration(durationMs)}</span>`;
  const failed = looks === "bad" ? html`<span class="failed">${word}</span>` : undefined;
  const head = html`<summary>
    <span class="sign ${looks}" role="img" aria-label="${word}">${sign}</span><span class="name">${name}</span
    ><span class="brief">${summary}</span>${renderChangeCounts(changed)}${failed}${time}<a
      class="at"
      href="#${anchor}"
      title="Link to this call"
      >#</a
    >
  </summary>`;
  if (agent === undefined)
    return html`<details class="call" id="${anchor}">
      ${head}
      <div class="parts">${parts.map((each) => renderPart(each, colours))}</div>
    </details> `;
  // The agent stays visible; its prompt and answer are folded above it.
  return html`<div class="started">
    <details class="call" id="${anchor}">
      ${head}
      <div class="parts">${parts.map((each) => renderPart(each, colours))}</div>
    </details>
    ${renderAgent(agent, colours)}
  </div> `;
}

function renderPart(given: CallPart, colours: Highlighter): Html {
  switch (given.type) {
    case "code":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        ${renderCodeBlock(colours.code(given.text, given.language), given.isBad ? " bad" : "")}
      </div>`;
    case "prose":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <div class="prose">${renderMarkdown(given.text, colours)}</div>
      </div>`;
    case "diff":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <div class="diff">${given.hunks.map((each) => renderHunk(each, given, colours))}</div>
      </div>`;
    case "fields":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <dl class="fields">
          ${given.fields.map(
            ({ label, value }) =>
              html`<div>
                <dt>${label}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>
      </div>`;
    case "list":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <ul class="items">
          ${given.items.map(
            ({ state, text }) =>
              html`<li class="${state}">${state === "done" ? "☑" : state === "doing" ? "◐" : "☐"} ${text}</li>`,
          )}
        </ul>
      </div>`;
    case "picture":
      return html`<figure>${renderPicture(given.picture)}</figure>`;
  }
}

/** Renders the counts: `+3 −1`. */
function renderChangeCounts(changed: CallEntry["changed"]): Html | undefined {
  if (changed === undefined) return undefined;
  const { added, removed } = changed;
  return html`<span class="changed"
    >${added > 0 ? html`<span class="good">+${added}</span>` : undefined}${
      removed > 0 ? html`<span class="gone">−${removed}</span>` : undefined
    }</span
  >`;
}

/** Highlights both sides of the diff as whole texts, because a comment or a string may span several lines. */
function renderHunk(
  { oldStart, newStart, lines }: DiffHunk,
  { hasFileLineNumbers, language }: Extract<CallPart, { type: "diff" }>,
  colours: Highlighter,
): Html {
  const highlightSide = (other: string): Iterator<Html> =>
    colours
      .lines(
        lines.filter((line) => line[0] !== other).map((line) => line.slice(1)),
        language,
      )
      .values();
  const [before, after] = [highlightSide("+"), highlightSide("-")];
  let old = oldStart;
  let now = newStart;
  const rows = lines.map((line) => {
    const sign = line[0] === "+" || line[0] === "-" ? line[0] : " ";
    const looks = sign === "+" ? "added" : sign === "-" ? "removed" : "same";
    const was = sign === "+" ? undefined : before.next();
    const is = sign === "-" ? undefined : after.next();
    const text: unknown = (is ?? was)?.value;
    const row = html`<div class="${looks}">
      ${hasFileLineNumbers ? html`<i>${sign === "+" ? "" : old}</i><i>${sign === "-" ? "" : now}</i>` : undefined}<b
        >${sign}</b
      ><span>${text as Html}</span>
    </div>`;
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    return row;
  });
  return html`<div class="hunk">${rows}</div>`;
}

function renderPicture(given: Picture): Html {
  if (given.type === "bytes")
    return html`<img
      alt="an image of the session"
      loading="lazy"
      src="data:${given.mediaType};base64,${given.base64}"
    />`;
  if (given.type === "address")
    return renderLink(given.url, html`<span class="address">[image: ${given.url.slice(0, 120)}]</span>`);
  return html`<span class="address">[image: ${given.reason}]</span>`;
}

function shortenThinking(text: string): string {
  return text.slice(0, 200).replaceAll(/\s+/g, " ").trim();
}

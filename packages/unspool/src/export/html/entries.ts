// The entries of a turn or an agent as HTML. Tools and thoughts are folded, agents open below the call that started them.

import { duration } from "../../view/figures.ts";
import type { CallEntry, CallPart, DiffHunk, Entry, PageAgent, Picture } from "../model.ts";
import { html, joined, type Html } from "./html.ts";
import { link } from "./prose-inline.ts";
import { prose } from "./prose.ts";

const NAMES = { person: "You", task: "Task", system: "System" } as const;

/** @param model what its words are headed with */
export function entryHtml(entry: Entry, model: string = "Claude"): Html {
  switch (entry.type) {
    case "words":
      return html`<div class="words ${entry.from}">
        <div class="who">${entry.from === "model" ? model : NAMES[entry.from]}</div>
        <div class="prose">${prose(entry.text)}${entry.isCut ? html`<p class="cut">cut off here</p>` : undefined}</div>
      </div> `;
    case "thinking":
      if (entry.text.trim() === "") return html`<p class="note">Thinking, not told</p> `;
      return html`<details class="thinking">
        <summary><span class="name">Thinking</span><span class="brief">${brief(entry.text)}</span></summary>
        <div class="prose">${prose(entry.text)}</div>
      </details> `;
    case "note":
      return html`<p class="note${entry.isBad ? " bad" : ""}">${entry.text}</p> `;
    case "picture":
      return html`<figure>${picture(entry.picture)}</figure> `;
    case "data":
      return html`<details class="data">
        <summary><span class="name">${entry.label}</span></summary>
        <pre class="code"><code>${entry.text}</code></pre>
      </details> `;
    case "call":
      return call(entry);
  }
}

export function agentHtml({ anchor, title, kind, status, figures, entries }: PageAgent): Html {
  const facts = [kind, status, ...figures].filter((fact) => fact !== "").join(" · ");
  return html`<section class="agent" id="${anchor}">
    <h3 class="agent-head"><a href="#${anchor}">${title}</a><span class="figures">${facts}</span></h3>
    ${joined(entries.map((entry) => entryHtml(entry, "Agent")))}
  </section>`;
}

const SIGNS: Readonly<Record<CallEntry["status"], readonly [sign: string, name: string, looks: string]>> = {
  succeeded: ["✓", "succeeded", "good"],
  failed: ["✗", "failed", "bad"],
  denied: ["⊘", "denied", "bad"],
  aborted: ["–", "cut off", "dim"],
  running: ["…", "without a result", "dim"],
  streaming: ["…", "without a result", "dim"],
  "waiting-for-permission": ["?", "waited for permission", "dim"],
};

function call({ name, summary, status, durationMs, parts, agent }: CallEntry): Html {
  const [sign, word, looks] = SIGNS[status];
  const time = durationMs === undefined ? undefined : html`<span class="time">${duration(durationMs)}</span>`;
  const failed = looks === "bad" ? html`<span class="failed">${word}</span>` : undefined;
  const head = html`<summary>
    <span class="sign ${looks}" role="img" aria-label="${word}">${sign}</span><span class="name">${name}</span
    ><span class="brief">${summary}</span>${failed}${time}
  </summary>`;
  if (agent === undefined)
    return html`<details class="call">
      ${head}
      <div class="parts">${parts.map(part)}</div>
    </details> `;
  // The agent stays in sight, and what it was told and answered is folded beside it.
  return html`<div class="started">
    <details class="call">
      ${head}
      <div class="parts">${parts.map(part)}</div>
    </details>
    ${agentHtml(agent)}
  </div> `;
}

function part(given: CallPart): Html {
  switch (given.type) {
    case "code":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <pre class="code${given.isBad ? " bad" : ""}"><code>${given.text}</code></pre>
      </div>`;
    case "prose":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <div class="prose">${prose(given.text)}</div>
      </div>`;
    case "diff":
      return html`<div class="part">
        <div class="label">${given.label}</div>
        <div class="diff">${given.hunks.map(hunk)}</div>
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
      return html`<figure>${picture(given.picture)}</figure>`;
  }
}

function hunk({ oldStart, newStart, lines }: DiffHunk): Html {
  let old = oldStart;
  let now = newStart;
  const rows = lines.map((line) => {
    const sign = line[0] === "+" || line[0] === "-" ? line[0] : " ";
    const looks = sign === "+" ? "added" : sign === "-" ? "removed" : "same";
    const row = html`<div class="${looks}">
      <i>${sign === "+" ? "" : old}</i><i>${sign === "-" ? "" : now}</i><b>${sign}</b><span>${line.slice(1)}</span>
    </div>`;
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    return row;
  });
  return html`<div class="hunk">${rows}</div>`;
}

function picture(given: Picture): Html {
  if (given.type === "bytes")
    return html`<img
      alt="an image of the session"
      loading="lazy"
      src="data:${given.mediaType};base64,${given.base64}"
    />`;
  if (given.type === "address")
    return link(given.url, html`<span class="address">[image: ${given.url.slice(0, 120)}]</span>`);
  return html`<span class="address">[image: ${given.reason}]</span>`;
}

function brief(text: string): string {
  return text.slice(0, 200).replaceAll(/\s+/g, " ").trim();
}

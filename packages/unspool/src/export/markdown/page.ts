// The page as Markdown that reads well as it is: no HTML in it, agents as quotations below the calls that started them.

import { count, duration, money } from "../../view/figures.ts";
import type { CallEntry, CallPart, Entry, PageAgent, Picture, SessionPage } from "../model.ts";
import { safeLink } from "../safe-link.ts";
import { codeSpan, fence, plainWords } from "./fence.ts";
import { prose } from "./prose.ts";

export function* markdownPage(page: SessionPage): Iterable<string> {
  yield `# ${plainWords(page.title)}\n\n`;
  const facts = [...page.figures, ...page.facts];
  yield `| | |\n|---|---|\n${facts.map(({ label, value }) => `| ${label} | ${plainWords(value)} |`).join("\n")}\n\n`;
  if (page.models.length > 1) {
    const rows = page.models.map(
      ({ model, costUsd, usage }) =>
        `| ${plainWords(model)} | ${costUsd === undefined ? "–" : money(costUsd)} | ${count(usage.inputTokens)} | ${count(usage.outputTokens)} | ${count(usage.cacheReadTokens)} |`,
    );
    yield `| Model | Cost | In | Out | Cache read |\n|---|---|---|---|---|\n${rows.join("\n")}\n\n`;
  }
  for (const warning of page.warnings) yield `${warning}\n\n`;
  for (const { number, figures, entries, failure } of page.turns) {
    yield `## Turn ${number}${figures.length === 0 ? "" : ` · ${figures.join(" · ")}`}\n\n`;
    for (const entry of entries) yield `${entryText(entry)}\n\n`;
    if (failure !== undefined) yield `**Failed**\n\n${fence(failure)}\n\n`;
  }
  if (page.strays.length > 0) yield "## Further agents\n\n";
  for (const agent of page.strays) yield `${agentText(agent)}\n\n`;
}

function entryText(entry: Entry): string {
  switch (entry.type) {
    case "words": {
      const words = prose(entry.text) + (entry.isCut ? "\n\n*(cut off)*" : "");
      if (entry.from === "model") return words;
      return `**${NAMES[entry.from]}**\n\n${words}`;
    }
    case "thinking":
      return entry.text.trim() === "" ? "*Thinking, not told*" : quoted(`*Thinking*\n\n${prose(entry.text)}`);
    case "note":
      return `*${plainWords(entry.text)}*`;
    case "picture":
      return picture(entry.picture);
    case "data":
      return `**${plainWords(entry.label)}**\n\n${fence(entry.text, "json")}`;
    case "call":
      return callText(entry);
  }
}

const NAMES = { person: "You:", task: "Task:", system: "System:" } as const;

const STATUSES: Readonly<Record<CallEntry["status"], string>> = {
  succeeded: "",
  failed: "**failed**",
  denied: "**denied**",
  aborted: "cut off",
  running: "without a result",
  streaming: "without a result",
  "waiting-for-permission": "waited for permission",
};

function callText({ name, summary, status, durationMs, parts, agent }: CallEntry): string {
  const time = durationMs === undefined ? "" : duration(durationMs);
  const head = [`▸ **${plainWords(name)}**`, codeSpan(summary), STATUSES[status], time]
    .filter((word) => word !== "")
    .join(" · ");
  const told = parts.filter((part) => !isTold(part, summary));
  return [head, ...told.map(partText), ...(agent === undefined ? [] : [agentText(agent)])].join("\n\n");
}

/** The head of the call says the same: a command of one line, or an input of one field. */
function isTold(part: CallPart, summary: string): boolean {
  if (part.type !== "code" || part.isBad || summary.endsWith("…")) return false;
  return part.text === summary || (part.label === "Input" && summary !== "" && part.text.split("\n").length <= 3);
}

function partText(part: CallPart): string {
  switch (part.type) {
    case "code":
      return `${plainWords(part.label)}:\n\n${fence(part.text)}`;
    case "prose":
      return `${plainWords(part.label)}:\n\n${quoted(prose(part.text))}`;
    case "diff":
      return fence(
        part.hunks
          .map(({ oldStart, newStart, lines }) => [`@@ -${oldStart} +${newStart} @@`, ...lines].join("\n"))
          .join("\n"),
        "diff",
      );
    case "list":
      return part.items.map(({ state, text }) => `- [${state === "done" ? "x" : " "}] ${plainWords(text)}`).join("\n");
    case "picture":
      return picture(part.picture);
  }
}

function agentText({ title, kind, status, figures, entries }: PageAgent): string {
  const facts = [kind, status, ...figures]
    .filter((fact) => fact !== "")
    .map(plainWords)
    .join(" · ");
  return quoted([`◆ **${plainWords(title)}** · ${facts}`, ...entries.map(entryText)].join("\n\n"));
}

/** Bytes have no place in a text that people read. */
function picture(given: Picture): string {
  if (given.type === "bytes")
    return `*(an image, ${given.mediaType.slice(6)}, ${count(given.base64.length * 0.75)} bytes)*`;
  const href = given.type === "address" ? safeLink(given.url) : undefined;
  return href === undefined ? "*(an image)*" : `[an image](<${href}>)`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

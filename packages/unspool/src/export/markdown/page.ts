// The page as Markdown that reads well as it is: no HTML in it, agents as quotations below the calls that started them.

import { count, duration, money } from "../../view/figures.ts";
import type { CallEntry, CallPart, DiffHunk, Entry, Fact, PageAgent, Picture, SessionPage } from "../model.ts";
import { codeSpan, fence, heading, indented, joined, link, write, quoted, table, type Markdown } from "./markdown.ts";
import { prose } from "./prose.ts";

export function* markdownPage(page: SessionPage): Iterable<string> {
  for (const block of blocksOf(page)) if (block.source !== "") yield `${block.source}\n\n`;
}

function* blocksOf(page: SessionPage): Iterable<Markdown> {
  yield heading(1, write`${page.title}`);
  const facts = [...page.figures, ...page.facts];
  yield table(
    [[write``, write``], ...facts.map(({ label, value }) => [write`${label}`, write`${value}`])],
    ["none", "none"],
  );
  if (page.models.length > 1) yield modelTable(page.models);
  for (const warning of page.warnings) yield write`${warning}`;
  for (const { number, figures, entries, failure } of page.turns) {
    yield heading(2, joined([write`Turn ${number}`, ...figures], " · "));
    for (const entry of entries) yield entryText(entry);
    if (failure !== undefined) yield write`**Failed**\n\n${fence(failure)}`;
  }
  if (page.strays.length > 0) yield heading(2, write`Further agents`);
  for (const agent of page.strays) yield agentText(agent);
}

function modelTable(models: SessionPage["models"]): Markdown {
  const rows = models.map(({ model, costUsd, usage }) => [
    model,
    costUsd === undefined ? "–" : money(costUsd),
    count(usage.inputTokens),
    count(usage.outputTokens),
    count(usage.cacheReadTokens),
  ]);
  return table(
    [["Model", "Cost", "In", "Out", "Cache read"], ...rows].map((row) => row.map((words) => write`${words}`)),
    ["none", "none", "none", "none", "none"],
  );
}

function entryText(entry: Entry): Markdown {
  switch (entry.type) {
    case "words": {
      const words = joined([prose(entry.text), entry.isCut ? write`_(cut off)_` : undefined], "\n\n");
      return entry.from === "model" ? words : write`**${NAMES[entry.from]}**\n\n${words}`;
    }
    case "thinking":
      return entry.text.trim() === "" ? write`_Thinking, not told_` : quoted(write`*Thinking*\n\n${prose(entry.text)}`);
    case "note":
      return write`*${entry.text}*`;
    case "picture":
      return picture(entry.picture);
    case "data":
      return write`**${entry.label}**\n\n${fence(entry.text, "json")}`;
    case "call":
      return callText(entry);
  }
}

const NAMES = { person: "You:", task: "Task:", system: "System:" } as const;

const STATUSES: Readonly<Record<CallEntry["status"], Markdown | undefined>> = {
  succeeded: undefined,
  failed: write`**failed**`,
  denied: write`**denied**`,
  deferred: write`waits for approval`,
  aborted: write`cut off`,
  running: write`without a result`,
  streaming: write`without a result`,
  "waiting-for-permission": write`waited for permission`,
};

function callText({ name, summary, status, durationMs, changed, parts, agent }: CallEntry): Markdown {
  const time = durationMs === undefined ? undefined : duration(durationMs);
  const head = joined([write`▸ **${name}**`, codeSpan(summary), changeFigures(changed), STATUSES[status], time], " · ");
  const told = parts.filter((part) => !isTold(part, summary));
  return joined([head, ...told.map(partText), agent === undefined ? undefined : agentText(agent)], "\n\n");
}

/** `+3 −1` */
function changeFigures(changed: CallEntry["changed"]): Markdown | undefined {
  if (changed === undefined) return undefined;
  const { added, removed } = changed;
  return joined([added > 0 ? write`+${added}` : undefined, removed > 0 ? write`−${removed}` : undefined], " ");
}

/** The head of the call says the same: a command of one line, or an input of one field. */
function isTold(part: CallPart, summary: string): boolean {
  if (summary === "" || summary.endsWith("…")) return false;
  if (part.type === "fields") return part.label === "Input" && part.fields.length === 1;
  return part.type === "code" && !part.isBad && part.text === summary;
}

function partText(part: CallPart): Markdown {
  switch (part.type) {
    case "code":
      return write`${part.label}:\n\n${fence(part.text)}`;
    case "prose":
      return write`${part.label}:\n\n${quoted(prose(part.text))}`;
    case "diff":
      return fence(part.hunks.map((hunk) => hunkText(hunk, part.isPlaced)).join("\n"), "diff");
    case "fields":
      return joined([write`${part.label}:`, ...part.fields.map(fieldText)], "\n");
    case "list":
      return joined(
        part.items.map(({ state, text }) => indented(write`${text}`, state === "done" ? "- [x] " : "- [ ] ", "")),
        "\n",
      );
    case "picture":
      return picture(part.picture);
  }
}

function fieldText({ label, value }: Fact): Markdown {
  return indented(joined([write`${label}:`, codeSpan(value)], " "), "- ", "");
}

/** As `diff -u` has it. Where an edit stands in its file is not always known: then its numbers would be made up. */
function hunkText({ oldStart, newStart, lines }: DiffHunk, isPlaced: boolean): string {
  const lengthOf = (without: string): number => lines.filter((line) => !line.startsWith(without)).length;
  const place = `-${oldStart},${lengthOf("+")} +${newStart},${lengthOf("-")}`;
  return [`@@ ${isPlaced ? place : "…"} @@`, ...lines].join("\n");
}

function agentText({ title, kind, status, figures, entries }: PageAgent): Markdown {
  const head = joined([write`◆ **${title}**`, kind, status, ...figures], " · ");
  return quoted(joined([head, ...entries.map(entryText)], "\n\n"));
}

/** Bytes have no place in a text that people read. */
function picture(given: Picture): Markdown {
  if (given.type === "bytes")
    return write`*(an image, ${given.mediaType.slice(6)}, ${count(given.base64.length * 0.75)} bytes)*`;
  return given.type === "address" ? link(write`an image`, given.url) : write`_(an image)_`;
}

// Renders the page as Markdown that is readable as source: without HTML, with agents as quotations below their calls.

import { formatCount, formatDuration, formatUsd } from "../../output/format-numbers.ts";
import type { CallEntry, CallPart, DiffHunk, Entry, Fact, PageAgent, Picture, SessionPage } from "../model.ts";
import {
  createCodeSpan,
  createFence,
  createHeading,
  indentBlock,
  joinMarkdown,
  createLink,
  toMarkdown,
  quoteBlock,
  createTable,
  type Markdown,
} from "./markdown.ts";
import { renderMarkdown } from "./prose.ts";

export function* renderMarkdownPage(page: SessionPage): Iterable<string> {
  for (const block of renderBlocks(page)) if (block.source !== "") yield `${block.source}\n\n`;
}

function* renderBlocks(page: SessionPage): Iterable<Markdown> {
  yield createHeading(1, toMarkdown`${page.title}`);
  const facts = [...page.figures, ...page.facts];
  yield createTable(
    [[toMarkdown``, toMarkdown``], ...facts.map(({ label, value }) => [toMarkdown`${label}`, toMarkdown`${value}`])],
    ["none", "none"],
  );
  if (page.models.length > 1) yield renderModelTable(page.models);
  for (const warning of page.warnings) yield toMarkdown`${warning}`;
  for (const { number, figures, entries, failure } of page.turns) {
    yield createHeading(2, joinMarkdown([toMarkdown`Turn ${number}`, ...figures], " · "));
    for (const entry of entries) yield renderEntry(entry);
    if (failure !== undefined) yield toMarkdown`**Failed**\n\n${createFence(failure)}`;
  }
  if (page.detachedAgents.length > 0) yield createHeading(2, toMarkdown`Further agents`);
  for (const agent of page.detachedAgents) yield renderAgent(agent);
}

function renderModelTable(models: SessionPage["models"]): Markdown {
  const rows = models.map(({ model, costUsd, usage }) => [
    model,
    costUsd === undefined ? "–" : formatUsd(costUsd),
    formatCount(usage.inputTokens),
    formatCount(usage.outputTokens),
    formatCount(usage.cacheReadTokens),
  ]);
  return createTable(
    [["Model", "Cost", "In", "Out", "Cache read"], ...rows].map((row) => row.map((cell) => toMarkdown`${cell}`)),
    ["none", "none", "none", "none", "none"],
  );
}

function renderEntry(entry: Entry): Markdown {
  switch (entry.type) {
    case "message": {
      const message = joinMarkdown(
        [renderMarkdown(entry.text), entry.isCut ? toMarkdown`_(cut off)_` : undefined],
        "\n\n",
      );
      return entry.from === "model" ? message : toMarkdown`**${NAMES[entry.from]}**\n\n${message}`;
    }
    case "thinking":
      return entry.text.trim() === ""
        ? toMarkdown`_Thinking, not included_`
        : quoteBlock(toMarkdown`*Thinking*\n\n${renderMarkdown(entry.text)}`);
    case "note":
      return toMarkdown`*${entry.text}*`;
    case "picture":
      return renderPicture(entry.picture);
    case "data":
      return toMarkdown`**${entry.label}**\n\n${createFence(entry.text, "json")}`;
    case "call":
      return renderCall(entry);
  }
}

const NAMES = { person: "You:", task: "Task:", system: "System:" } as const;

const STATUSES: Readonly<Record<CallEntry["status"], Markdown | undefined>> = {
  succeeded: undefined,
  failed: toMarkdown`**failed**`,
  denied: toMarkdown`**denied**`,
  deferred: toMarkdown`waits for approval`,
  aborted: toMarkdown`cut off`,
  running: toMarkdown`without a result`,
  streaming: toMarkdown`without a result`,
  "waiting-for-permission": toMarkdown`waited for permission`,
};

function renderCall({ name, summary, status, durationMs, changed, parts, agent }: CallEntry): Markdown {
  const time = durationMs === undefined ? undefined : formatDuration(durationMs);
  const head = joinMarkdown(
    [toMarkdown`▸ **${name}**`, createCodeSpan(summary), renderChangeCounts(changed), STATUSES[status], time],
    " · ",
  );
  const shown = parts.filter((part) => !isInHead(part, summary));
  return joinMarkdown([head, ...shown.map(renderPart), agent === undefined ? undefined : renderAgent(agent)], "\n\n");
}

/** Renders the counts: `+3 −1`. */
function renderChangeCounts(changed: CallEntry["changed"]): Markdown | undefined {
  if (changed === undefined) return undefined;
  const { added, removed } = changed;
  return joinMarkdown(
    [added > 0 ? toMarkdown`+${added}` : undefined, removed > 0 ? toMarkdown`−${removed}` : undefined],
    " ",
  );
}

/** Whether the head of the call already shows the part: a command of one line, or an input of one field. */
function isInHead(part: CallPart, summary: string): boolean {
  if (summary === "" || summary.endsWith("…")) return false;
  if (part.type === "fields") return part.label === "Input" && part.fields.length === 1;
  return part.type === "code" && !part.isBad && part.text === summary;
}

function renderPart(part: CallPart): Markdown {
  switch (part.type) {
    case "code":
      return toMarkdown`${part.label}:\n\n${createFence(part.text)}`;
    case "prose":
      return toMarkdown`${part.label}:\n\n${quoteBlock(renderMarkdown(part.text))}`;
    case "diff":
      return createFence(part.hunks.map((hunk) => renderHunk(hunk, part.hasFileLineNumbers)).join("\n"), "diff");
    case "fields":
      return joinMarkdown([toMarkdown`${part.label}:`, ...part.fields.map(renderField)], "\n");
    case "list":
      return joinMarkdown(
        part.items.map(({ state, text }) =>
          indentBlock(toMarkdown`${text}`, state === "done" ? "- [x] " : "- [ ] ", ""),
        ),
        "\n",
      );
    case "picture":
      return renderPicture(part.picture);
  }
}

function renderField({ label, value }: Fact): Markdown {
  return indentBlock(joinMarkdown([toMarkdown`${label}:`, createCodeSpan(value)], " "), "- ", "");
}

/** Renders a hunk as `diff -u` does, without line numbers if they are unknown. */
function renderHunk({ oldStart, newStart, lines }: DiffHunk, hasFileLineNumbers: boolean): string {
  const countLines = (without: string): number => lines.filter((line) => !line.startsWith(without)).length;
  const range = `-${oldStart},${countLines("+")} +${newStart},${countLines("-")}`;
  return [`@@ ${hasFileLineNumbers ? range : "…"} @@`, ...lines].join("\n");
}

function renderAgent({ title, kind, status, figures, entries }: PageAgent): Markdown {
  const head = joinMarkdown([toMarkdown`◆ **${title}**`, kind, status, ...figures], " · ");
  return quoteBlock(joinMarkdown([head, ...entries.map(renderEntry)], "\n\n"));
}

/** Describes an image instead of embedding its bytes. */
function renderPicture(given: Picture): Markdown {
  if (given.type === "bytes")
    return toMarkdown`*(an image, ${given.mediaType.slice(6)}, ${formatCount(given.base64.length * 0.75)} bytes)*`;
  return given.type === "address" ? createLink(toMarkdown`an image`, given.url) : toMarkdown`_(an image)_`;
}

// Where ccusage 18.0.11 and `unspool stats` differ on one tree, step by step: its rules are followed here until the sums are
// its own, and then changed into ours one at a time. `node compare.mjs`, after a build; the table stands in docs/stats.md.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installCcusage } from "./ccusage.mjs";
import { makeTree } from "./tree.mjs";

const KINDS = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
const config = mkdtempSync(join(tmpdir(), "unspool-compare-"));
const root = join(config, "projects");
const { files } = makeTree(root, { seed: 7, sessions: 900, textBytes: 60 });
const unspool = fileURLToPath(new URL("../../dist/bundle/unspool.mjs", import.meta.url));
const env = { PATH: dirname(process.execPath), HOME: config, CLAUDE_CONFIG_DIR: config, TZ: "UTC" };
const run = (...args) =>
  JSON.parse(execFileSync(process.execPath, args, { env, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));

try {
  const theirs = run(installCcusage(), "daily", "--json", "--offline", "--timezone", "UTC").totals;
  const { total: ours, rows } = run(unspool, "stats", root, "--json", "--by", "model");
  const daily = run(installCcusage(), "daily", "--json", "--offline", "--timezone", "UTC").daily;
  console.log(`${files} files`);
  row(
    "ccusage 18.0.11",
    [theirs.inputTokens, theirs.outputTokens, theirs.cacheCreationTokens, theirs.cacheReadTokens],
    theirs.totalCost,
  );
  const lines = usageLines();
  row("the same rules, here", sum(firstOf(lines, idsOf)));
  row("a message without a request's id counts once", sum(firstOf(lines, ({ message }) => message.id)));
  row("its highest figures instead of its first", sum(highestOf(lines)));
  row(
    "unspool stats",
    [ours.inputTokens, ours.outputTokens, ours.cacheWriteTokens, ours.cacheReadTokens],
    ours.costUsd,
  );
  for (const { name, costUsd, toolCalls } of rows) {
    const cost = daily
      .flatMap(({ modelBreakdowns }) => modelBreakdowns)
      .reduce((all, one) => all + (one.modelName === name ? one.cost : 0), 0);
    console.log(`| ${name} | $${cost.toFixed(2)} | $${costUsd.toFixed(2)} | ${toolCalls}`);
  }
} finally {
  rmSync(config, { recursive: true });
}

function row(name, figures, cost) {
  console.log(
    `| ${name} | ${figures.map((figure) => figure.toLocaleString("en-US")).join(" | ")} | ${cost === undefined ? "" : `$${cost.toFixed(2)}`} |`,
  );
}

/** Lines with usage, files in the order of their earliest time, as ccusage has them. */
function usageLines() {
  return readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) =>
      readFileSync(join(root, name), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    )
    .map((entries) => ({
      entries,
      start: Math.min(...entries.map(({ timestamp }) => Date.parse(timestamp)).filter((time) => !Number.isNaN(time))),
    }))
    .sort((left, right) => left.start - right.start)
    .flatMap(({ entries }) => entries.filter(({ message }) => message?.usage !== undefined));
}

function idsOf({ message, requestId }) {
  return message.id && requestId ? `${message.id}:${requestId}` : undefined;
}

function firstOf(lines, key) {
  const seen = new Set();
  return lines.filter((line) => {
    const own = key(line);
    if (own === undefined) return true;
    const isNew = !seen.has(own);
    seen.add(own);
    return isNew;
  });
}

function highestOf(lines) {
  const messages = new Map();
  for (const { message } of lines) {
    const usage = messages.get(message.id)?.message.usage ?? {};
    const highest = Object.fromEntries(
      KINDS.map((kind) => [kind, Math.max(usage[kind] ?? 0, message.usage[kind] ?? 0)]),
    );
    messages.set(message.id, { message: { usage: highest } });
  }
  return [...messages.values()];
}

function sum(lines) {
  return KINDS.map((kind) => lines.reduce((total, { message }) => total + (message.usage[kind] ?? 0), 0));
}

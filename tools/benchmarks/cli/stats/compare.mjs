// Explains the difference between ccusage 18.0.11 and `unspool stats` on one tree, step by step. It applies the rules of ccusage
// until tokens and cost equal its own, then changes them into ours one at a time, so that the steps add up to the whole
// difference. Run `node compare.mjs` after a build; the tables are in docs/stats.md.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listPriceOf } from "@unspool/client";
import { installCcusage } from "./ccusage.mjs";
import { keepFirst, theirCost, theirKey, theirPrices } from "./theirs.mjs";
import { makeTree } from "./tree.mjs";

const KINDS = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
const config = mkdtempSync(join(tmpdir(), "unspool-compare-"));
const root = join(config, "projects");
const { files } = makeTree(root, { seed: 7, sessions: 900, textBytes: 60 });
const unspool = fileURLToPath(new URL("../../../../packages/cli/dist/bundle/unspool.mjs", import.meta.url));
const env = { PATH: dirname(process.execPath), HOME: config, CLAUDE_CONFIG_DIR: config, TZ: "UTC" };
const run = (...args) =>
  JSON.parse(execFileSync(process.execPath, args, { env, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));

try {
  compare();
} finally {
  rmSync(config, { recursive: true });
}

function compare() {
  const script = installCcusage();
  const { totals: theirs, daily } = run(script, "daily", "--json", "--offline", "--timezone", "UTC");
  const { total: ours, rows } = run(unspool, "stats", root, "--json", "--by", "model");
  const prices = theirPrices(script);
  const lines = usageLines();
  let before = theirs.totalCost;
  const step = (name, messages, cost) => {
    const counts = KINDS.map((kind) => messages.reduce((sum, { usage }) => sum + (usage[kind] ?? 0), 0));
    printRow(name, counts, cost, cost - before);
    before = cost;
  };

  console.log(`${files} files`);
  const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens } = theirs;
  printRow("ccusage", [inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens], theirs.totalCost);
  const first = keepFirst(lines, theirKey).map(({ message }) => message);
  const known = (message) => theirCost(prices, message);
  step("the same rules, followed here", first, priced(first, known));
  const flat = (message) => theirCost(prices, message, { hasTiers: false });
  step("no other price above 200,000 tokens", first, priced(first, flat));
  const all = (message) => (prices[message.model] === undefined ? listCost(message) : flat(message));
  step("models that it has no price for", first, priced(first, all));
  step(
    "our list prices",
    first,
    priced(first, (message) => listCost(message)),
  );
  const once = keepFirst(lines, ({ message }) => message.id).map(({ message }) => message);
  step(
    "a message without a request's id counts once",
    once,
    priced(once, (message) => listCost(message)),
  );
  const highest = keepHighest(lines);
  step(
    "its highest figures instead of its first line's",
    highest,
    priced(highest, (message) => listCost(message)),
  );
  step("cache writes for an hour cost more", highest, priced(highest, withHours));
  step("web searches cost", highest, priced(highest, withSearches));
  step("a message that was cut off costs nothing", highest, priced(highest, withoutCut));
  const said = new Set(highest.map(({ model }) => model));
  const unsaid = rows.filter(({ name }) => !said.has(name)).reduce((sum, { costUsd }) => sum + costUsd, 0);
  step("requests that leave no message (cost-state)", highest, priced(highest, withoutCut) + unsaid);
  const { inputTokens: input, outputTokens: output, cacheWriteTokens, cacheReadTokens: read } = ours;
  printRow(
    "what the CLI charged (cost-state): unspool stats",
    [input, output, cacheWriteTokens, read],
    ours.costUsd,
    ours.costUsd - before,
  );
  console.log(`in all: ${dollars(ours.costUsd - theirs.totalCost)}`);
  for (const { name, costUsd } of rows) {
    const breakdowns = daily.flatMap(({ modelBreakdowns }) => modelBreakdowns);
    const cost = breakdowns.reduce((sum, one) => sum + (one.modelName === name ? one.cost : 0), 0);
    console.log(`| ${name} | ${dollars(cost)} | ${dollars(costUsd)} |`);
  }
}

function priced(messages, costOf) {
  return messages.reduce((sum, message) => sum + costOf(message), 0);
}

function printRow(name, counts, cost, added) {
  const cells = counts.map((count) => count.toLocaleString("en-US"));
  console.log(`| ${[name, ...cells, dollars(cost), added === undefined ? "" : dollars(added)].join(" | ")} |`);
}

function dollars(usd) {
  const sign = usd < -0.005 ? "−" : "";
  return `${sign}$${Math.abs(usd).toFixed(2)}`;
}

/** Returns the lines with usage, with files in the order of their earliest time, as in ccusage. */
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
    .flatMap(({ entries }) => entries.filter(({ message }) => message?.usage !== undefined))
    .filter(({ message }) => message.model !== "<synthetic>");
}

function listCost({ model, usage }, { hasHours = false } = {}) {
  const price = listPriceOf(model);
  const written = usage.cache_creation_input_tokens ?? 0;
  const hour = hasHours ? getHourTokens(usage) : 0;
  const write = (written - hour + hour * 1.6) * price.cacheWrite;
  const rest = usage.input_tokens * price.input + usage.output_tokens * price.output;
  return (rest + write + (usage.cache_read_input_tokens ?? 0) * price.cacheRead) / 1e6;
}

function withHours(message) {
  return listCost(message, { hasHours: true });
}

function withSearches(message) {
  return withHours(message) + webSearches(message) * 0.01;
}

function withoutCut(message) {
  return message.isCut ? 0 : withSearches(message);
}

function getHourTokens(usage) {
  return usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
}

function webSearches({ usage }) {
  return usage.server_tool_use?.web_search_requests ?? 0;
}

function keepHighest(lines) {
  const messages = new Map();
  for (const { message, isAbortedMidStream } of lines) {
    const known = messages.get(message.id);
    const most = (read) => Math.max(known === undefined ? 0 : read(known.usage), read(message.usage));
    const usage = Object.fromEntries(KINDS.map((kind) => [kind, most((one) => one[kind] ?? 0)]));
    usage.cache_creation = { ephemeral_1h_input_tokens: most(getHourTokens) };
    usage.server_tool_use = { web_search_requests: most((one) => one.server_tool_use?.web_search_requests ?? 0) };
    const isCut = known?.isCut === true || isAbortedMidStream === true;
    messages.set(message.id, { model: message.model, usage, isCut });
  }
  return [...messages.values()];
}

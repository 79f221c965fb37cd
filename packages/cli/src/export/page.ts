// Creates the page of a session from its state: totals on top, turns in order, agents below their calls.

import type { SessionState, TokenUsage, Turn } from "@unspool/protocol";
import { costByModel, usageByModel } from "@unspool/protocol";
import type { CallTimer } from "../view/content/call-duration.ts";
import { formatCount, formatQuantity, formatDuration, formatUsd } from "../output/format-numbers.ts";
import { formatToolName } from "../view/content/tool-summary.ts";
import { createTurnTokenCounter, type TurnTokens } from "../view/content/turn-tokens.ts";
import { createCleaner, type Cleaner, type CleanOptions } from "./clean.ts";
import type { CountedCost } from "./counted-cost.ts";
import { createPageAgent, createEntries, type EntryContext } from "./entries.ts";
import type { Entry, Fact, ModelRow, PageTurn, SessionPage, ToolRow } from "./model.ts";
import type { Note } from "./notes.ts";
import { createPictureReader } from "./picture.ts";

/** @param state the state after `endSession` @param listed the cost by list prices, for a source without costs */
export function createSessionPage(
  state: SessionState,
  notes: readonly Note[],
  durations: Pick<CallTimer, "durationMs">,
  options: CleanOptions,
  listed?: CountedCost,
): SessionPage {
  // A cost that the CLI reports is never replaced by list prices.
  const cost = state.ledger.turns.length === 0 ? listed : undefined;
  const clean = createCleaner(options);
  const context: EntryContext = {
    state,
    notes: groupByAgent(notes),
    clean,
    readPicture: createPictureReader(),
    durations,
    placed: new Map(),
  };
  const turns = createTurns(context);
  const detachedAgents = state.agents
    .toArray()
    .flatMap((agent) => (context.placed.has(agent.id ?? "") ? [] : [createPageAgent(context, agent, 0)]));
  const models = createModelRows(state, cost, clean);
  const tools = createToolRows(context);
  return {
    title: turns.map(({ title }) => title).find((title) => title !== "") ?? "A session of Claude Code",
    facts: createFacts(state, clean),
    figures: createFigures(state, findCost(state, cost), models, tools, turns.length),
    models,
    tools,
    turns,
    detachedAgents,
    warnings: createWarnings(state, cost, clean),
  };
}

function groupByAgent(notes: readonly Note[]): ReadonlyMap<string | null, readonly Note[]> {
  const groups = new Map<string | null, Note[]>();
  for (const note of notes) {
    const group = groups.get(note.agent);
    if (group === undefined) groups.set(note.agent, [note]);
    else group.push(note);
  }
  return groups;
}

function createTurns(context: EntryContext): readonly PageTurn[] {
  const { state, clean } = context;
  const ends = state.ledger.turns.toArray();
  const { messages } = state.main;
  const turns: PageTurn[] = [];
  const countTokens = createTurnTokenCounter();
  let start = 0;
  const add = (end: number, turn: Turn | undefined): void => {
    const entries = createEntries(context, state.main, start, end, 0);
    start = end;
    if (entries.length === 0 && turn === undefined) return;
    turns.push({
      number: turns.length + 1,
      title: findTitle(entries, clean),
      figures: turn === undefined ? [] : createTurnFigures(turn, countTokens(turn), state.agents.size > 0),
      entries:
        turn?.structuredOutput === undefined
          ? entries
          : [
              ...entries,
              { type: "data", label: "Answer as data", text: clean.json(clean.value(turn.structuredOutput)) },
            ],
      failure: describeFailure(turn, clean),
    });
  };
  for (const turn of ends) add(Math.max(start, turn.endPosition), turn);
  // Transcripts have no turn ends: a prompt begins the next turn.
  if (ends.length === 0) {
    for (let position = 1; position < messages.length; position += 1) {
      const message = messages.at(position);
      const isPrompt = message?.type === "user" && (message.origin === "human" || message.origin === "replay");
      if (isPrompt && message.status !== "retracted") add(position, undefined);
    }
  }
  add(messages.length, undefined);
  return turns;
}

function findTitle(entries: readonly Entry[], clean: Cleaner): string {
  const prompt = entries.find((entry) => entry.type === "message" && entry.from === "person");
  const message = prompt ?? entries.find((entry) => entry.type === "message" && entry.from === "model");
  return message?.type === "message" ? clean.line(message.text, 90) : "";
}

function createTurnFigures(turn: Turn, tokens: TurnTokens, hasAgents: boolean): readonly string[] {
  const { costUsd, durationMs, outcome, modelUsage } = turn;
  // Up to 1.0.110 the usage of a turn does not include agents and would contradict the total.
  const isWhole = !hasAgents || Object.keys(modelUsage).length > 0;
  return [
    ...(outcome === "success" ? [] : [outcome === "error" ? "failed" : outcome]),
    ...(costUsd > 0 ? [formatUsd(costUsd)] : []),
    ...(tokens.in + tokens.out === 0 || !isWhole
      ? []
      : [`${formatCount(tokens.in)} in, ${formatCount(tokens.out)} out`]),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
  ];
}

function describeFailure(turn: Turn | undefined, clean: Cleaner): string | undefined {
  if (turn === undefined || turn.outcome === "success") return undefined;
  if (turn.outcome === "interrupted") return "Interrupted";
  const why = [turn.text, ...turn.errors].filter((text) => text !== "").join("\n");
  return clean.text(why === "" ? turn.subtype.replaceAll("_", " ") : why);
}

function createFacts({ sessionId, setup, main, ledger }: SessionState, clean: Cleaner): readonly Fact[] {
  const at = main.messages.toArray().find((message) => message.at !== undefined)?.at;
  const model = setup.model ?? ledger.said.toArray()[0]?.model;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Session", sessionId],
    ["Folder", setup.cwd],
    ["Model", model],
    ["Claude Code", setup.version],
    ["Qwen Code", setup.qwenCodeVersion],
    ["Permissions", setup.permissionMode],
    ["Started", formatTime(at)],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [{ label, value: clean.line(value) }],
  );
}

/** Formats a time in UTC, so that the page does not depend on where it is made. */
function formatTime(at: number | undefined): string | undefined {
  if (at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return undefined;
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function findCost({ ledger }: SessionState, cost: CountedCost | undefined): number | undefined {
  return ledger.turns.length > 0 ? ledger.totalCostUsd : cost?.totalUsd;
}

function createFigures(
  state: SessionState,
  costUsd: number | undefined,
  models: readonly ModelRow[],
  tools: readonly ToolRow[],
  turns: number,
): readonly Fact[] {
  const sum = (pick: (usage: TokenUsage) => number): number =>
    models.reduce((total, { usage }) => total + pick(usage), 0);
  const calls = tools.reduce((total, tool) => total + tool.calls, 0);
  const failures = tools.reduce((total, tool) => total + tool.failures, 0);
  const durationMs = state.ledger.turns.toArray().reduce((total, turn) => total + (turn.durationMs ?? 0), 0);
  const cached = sum((usage) => usage.cacheReadTokens);
  return [
    ...(costUsd === undefined ? [] : [{ label: "Cost", value: formatUsd(costUsd) }]),
    { label: "Turns", value: String(turns) },
    ...(durationMs > 0 ? [{ label: "Time", value: formatDuration(durationMs) }] : []),
    {
      label: "Tokens in",
      value: formatCount(sum(sumInputTokens)) + (cached > 0 ? ` (${formatCount(cached)} cached)` : ""),
    },
    { label: "Tokens out", value: formatCount(sum((usage) => usage.outputTokens)) },
    { label: "Tool calls", value: String(calls) + (failures > 0 ? ` (${failures} failed)` : "") },
    ...(state.agents.size > 0 ? [{ label: "Agents", value: String(state.agents.size) }] : []),
  ];
}

function sumInputTokens({ inputTokens, cacheReadTokens, cacheCreationTokens }: TokenUsage): number {
  return inputTokens + cacheReadTokens + cacheCreationTokens;
}

function createModelRows(state: SessionState, cost: CountedCost | undefined, clean: Cleaner): readonly ModelRow[] {
  const costs = cost?.byModel ?? new Map(costByModel(state).map(({ model, costUsd }) => [model, costUsd]));
  return usageByModel(state)
    .filter(({ model }) => model !== "<synthetic>")
    .map(({ model, usage }) => ({ model: clean.line(model, 80), costUsd: costs.get(model), usage }));
}

function createToolRows({ state, clean, durations }: EntryContext): readonly ToolRow[] {
  const rows = new Map<string, ToolRow>();
  for (const { id, name, status } of state.toolCalls) {
    const durationMs = durations.durationMs(id) ?? 0;
    const shown = clean.line(formatToolName(name), 80);
    const row = rows.get(shown) ?? { name: shown, calls: 0, failures: 0, durationMs: 0 };
    const failures = row.failures + (status === "failed" || status === "denied" ? 1 : 0);
    rows.set(shown, { ...row, calls: row.calls + 1, failures, durationMs: row.durationMs + durationMs });
  }
  return [...rows.values()].sort((one, other) => other.calls - one.calls);
}

function createWarnings(
  { counts, ledger }: SessionState,
  cost: CountedCost | undefined,
  clean: Cleaner,
): readonly string[] {
  const unpriced = cost?.unpriced.map((model) => clean.line(model, 80)).join(", ") ?? "";
  return [
    ...(counts.malformed > 0 ? [`${formatQuantity(counts.malformed, "line")} of the stream could not be parsed.`] : []),
    ...(ledger.turns.length > 0 ? [] : [cost === undefined ? NO_COST : LIST_PRICES]),
    ...(unpriced === "" ? [] : [`Not in the cost: ${unpriced}, whose price is unknown.`]),
  ];
}

const LIST_PRICES =
  "The cost is computed from list prices where the session's files do not record it: see unspool stats.";
const NO_COST = "This source records no cost: unspool stats computes the cost of a file from list prices.";

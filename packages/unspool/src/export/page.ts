// A session's state → the page that tells it: turns in order, agents below their calls, figures on top.

import type { SessionState, TokenUsage, Turn } from "@unspool/protocol";
import { costByModel, usageByModel } from "@unspool/protocol";
import type { CallClock } from "../view/call-duration.ts";
import { count, counted, duration, money } from "../view/figures.ts";
import { toolName } from "../view/tool-call.ts";
import { createTurnTokens, type TurnTokens } from "../view/turn-tokens.ts";
import { createCleaner, type Cleaner, type CleanOptions } from "./clean.ts";
import type { CountedCost } from "./counted-cost.ts";
import { agentOf, entriesOf, type EntryContext } from "./entries.ts";
import type { Entry, Fact, ModelRow, PageTurn, SessionPage, ToolRow } from "./model.ts";
import type { Note } from "./notes.ts";
import { createPictureReader } from "./picture.ts";

/** @param state after `endSession` @param listed what it cost, for a source that does not tell it */
export function pageOf(
  state: SessionState,
  notes: readonly Note[],
  durations: Pick<CallClock, "durationMs">,
  options: CleanOptions,
  listed?: CountedCost,
): SessionPage {
  // What the CLI tells is never put right by a list.
  const cost = state.ledger.turns.length === 0 ? listed : undefined;
  const clean = createCleaner(options);
  const context: EntryContext = {
    state,
    notes: grouped(notes),
    clean,
    readPicture: createPictureReader(),
    durations,
    placed: new Map(),
  };
  const turns = turnsOf(context);
  const strays = state.agents
    .toArray()
    .flatMap((agent) => (context.placed.has(agent.id ?? "") ? [] : [agentOf(context, agent, 0)]));
  const models = modelsOf(state, cost, clean);
  const tools = toolsOf(context);
  return {
    title: turns.map(({ title }) => title).find((title) => title !== "") ?? "A session of Claude Code",
    facts: factsOf(state, clean),
    figures: figuresOf(state, costOf(state, cost), models, tools, turns.length),
    models,
    tools,
    turns,
    strays,
    warnings: warningsOf(state, cost, clean),
  };
}

function grouped(notes: readonly Note[]): ReadonlyMap<string | null, readonly Note[]> {
  const groups = new Map<string | null, Note[]>();
  for (const note of notes) {
    const group = groups.get(note.agent);
    if (group === undefined) groups.set(note.agent, [note]);
    else group.push(note);
  }
  return groups;
}

function turnsOf(context: EntryContext): readonly PageTurn[] {
  const { state, clean } = context;
  const ends = state.ledger.turns.toArray();
  const { messages } = state.main;
  const turns: PageTurn[] = [];
  const tokensOf = createTurnTokens();
  let start = 0;
  const add = (end: number, turn: Turn | undefined): void => {
    const entries = entriesOf(context, state.main, start, end, 0);
    start = end;
    if (entries.length === 0 && turn === undefined) return;
    turns.push({
      number: turns.length + 1,
      title: titleOf(entries, clean),
      figures: turn === undefined ? [] : turnFigures(turn, tokensOf(turn), state.agents.size > 0),
      entries:
        turn?.structuredOutput === undefined
          ? entries
          : [
              ...entries,
              { type: "data", label: "Answer as data", text: clean.json(clean.value(turn.structuredOutput)) },
            ],
      failure: failureOf(turn, clean),
    });
  };
  for (const turn of ends) add(Math.max(start, turn.endPosition), turn);
  // Transcripts tell no ends of turns: there a person's words begin the next one.
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

function titleOf(entries: readonly Entry[], clean: Cleaner): string {
  const prompt = entries.find((entry) => entry.type === "words" && entry.from === "person");
  const words = prompt ?? entries.find((entry) => entry.type === "words" && entry.from === "model");
  return words?.type === "words" ? clean.line(words.text, 90) : "";
}

function turnFigures(turn: Turn, tokens: TurnTokens, hasAgents: boolean): readonly string[] {
  const { costUsd, durationMs, outcome, modelUsage } = turn;
  // Up to 1.0.110 an end of a turn knows nothing of the agents, and would contradict the sum on top.
  const isWhole = !hasAgents || Object.keys(modelUsage).length > 0;
  return [
    ...(outcome === "success" ? [] : [outcome === "error" ? "failed" : outcome]),
    ...(costUsd > 0 ? [money(costUsd)] : []),
    ...(tokens.in + tokens.out === 0 || !isWhole ? [] : [`${count(tokens.in)} in, ${count(tokens.out)} out`]),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
  ];
}

function failureOf(turn: Turn | undefined, clean: Cleaner): string | undefined {
  if (turn === undefined || turn.outcome === "success") return undefined;
  if (turn.outcome === "interrupted") return "Interrupted";
  const why = [turn.text, ...turn.errors].filter((text) => text !== "").join("\n");
  return clean.text(why === "" ? turn.subtype.replaceAll("_", " ") : why);
}

function factsOf({ sessionId, setup, main, ledger }: SessionState, clean: Cleaner): readonly Fact[] {
  const at = main.messages.toArray().find((message) => message.at !== undefined)?.at;
  const model = setup.model ?? ledger.said.toArray()[0]?.model;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Session", sessionId],
    ["Folder", setup.cwd],
    ["Model", model],
    ["Claude Code", setup.version],
    ["Qwen Code", setup.qwenCodeVersion],
    ["Permissions", setup.permissionMode],
    ["Began", timeOf(at)],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [{ label, value: clean.line(value) }],
  );
}

/** In UTC: the page looks the same wherever it is made. */
function timeOf(at: number | undefined): string | undefined {
  if (at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return undefined;
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function costOf({ ledger }: SessionState, cost: CountedCost | undefined): number | undefined {
  return ledger.turns.length > 0 ? ledger.totalCostUsd : cost?.totalUsd;
}

function figuresOf(
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
    ...(costUsd === undefined ? [] : [{ label: "Cost", value: money(costUsd) }]),
    { label: "Turns", value: String(turns) },
    ...(durationMs > 0 ? [{ label: "Time", value: duration(durationMs) }] : []),
    { label: "Tokens in", value: count(sum(inputOf)) + (cached > 0 ? ` (${count(cached)} cached)` : "") },
    { label: "Tokens out", value: count(sum((usage) => usage.outputTokens)) },
    { label: "Tool calls", value: String(calls) + (failures > 0 ? ` (${failures} failed)` : "") },
    ...(state.agents.size > 0 ? [{ label: "Agents", value: String(state.agents.size) }] : []),
  ];
}

function inputOf({ inputTokens, cacheReadTokens, cacheCreationTokens }: TokenUsage): number {
  return inputTokens + cacheReadTokens + cacheCreationTokens;
}

function modelsOf(state: SessionState, cost: CountedCost | undefined, clean: Cleaner): readonly ModelRow[] {
  const costs = cost?.byModel ?? new Map(costByModel(state).map(({ model, costUsd }) => [model, costUsd]));
  return usageByModel(state)
    .filter(({ model }) => model !== "<synthetic>")
    .map(({ model, usage }) => ({ model: clean.line(model, 80), costUsd: costs.get(model), usage }));
}

function toolsOf({ state, clean, durations }: EntryContext): readonly ToolRow[] {
  const rows = new Map<string, ToolRow>();
  for (const { id, name, status } of state.toolCalls) {
    const durationMs = durations.durationMs(id) ?? 0;
    const shown = clean.line(toolName(name), 80);
    const row = rows.get(shown) ?? { name: shown, calls: 0, failures: 0, durationMs: 0 };
    const failures = row.failures + (status === "failed" || status === "denied" ? 1 : 0);
    rows.set(shown, { ...row, calls: row.calls + 1, failures, durationMs: row.durationMs + durationMs });
  }
  return [...rows.values()].sort((one, other) => other.calls - one.calls);
}

function warningsOf(
  { counts, ledger }: SessionState,
  cost: CountedCost | undefined,
  clean: Cleaner,
): readonly string[] {
  const unpriced = cost?.unpriced.map((model) => clean.line(model, 80)).join(", ") ?? "";
  return [
    ...(counts.malformed > 0 ? [`${counted(counts.malformed, "line")} of the stream could not be read.`] : []),
    ...(ledger.turns.length > 0 ? [] : [cost === undefined ? UNTOLD : COUNTED]),
    ...(unpriced === "" ? [] : [`Not in the cost: ${unpriced}, whose price is not known here.`]),
  ];
}

const COUNTED = "The cost is counted by list prices, where the session's own files do not tell it: see unspool stats.";
const UNTOLD = "This source tells no cost: unspool stats counts that of a file by list prices.";

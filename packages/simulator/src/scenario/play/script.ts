// The position in a scenario: which turn a prompt gets and which reply comes next. The engine and the model stub both use it,
// so that a scenario means the same to both.

import { isToolBlock, normalizeReply, toTextReply, type PlainReply } from "./reply.ts";
import { listReplyLists } from "./reply-lists.ts";
import type { AgentScript, PromptPattern, Reply, Scenario, ToolBlock, Turn } from "../types.ts";
import { isRecord } from "../../json.ts";

export interface Script {
  /** Returns the turn for a prompt: an unused one whose `prompt` matches, else the next without `prompt`, else `otherwise`. */
  turnFor(prompt: string): TurnScript;
  /** Returns the rest of a turn that another process began, by its index and the number of remaining replies. */
  restOf(turn: number | undefined, left: number): TurnScript;
  /**
   * Returns the sub-agent that was started with this prompt or with a part of it (real CLIs wrap it); the longest part wins.
   * It is the same cursor until its replies are used up, then that of the next call with the same prompt.
   */
  agentFor(prompt: string): TurnScript | undefined;
  /** Returns the sub-agent of this call, from its first reply. */
  agentOf(call: ToolBlock): TurnScript | undefined;
  /** Number of used turns, without `otherwise`. */
  readonly turnsPlayed: number;
  /** Indexes of the used turns in `scenario.turns`, in the order of use. */
  readonly played: readonly number[];
}

export interface TurnScript {
  /** Index in `scenario.turns`; undefined for `otherwise`, a notice or an agent. */
  readonly turn: number | undefined;
  /** Number of remaining replies. */
  readonly left: number;
  /** Returns the next reply, or undefined after the last. A caller that must answer then uses `nothingLeft`. */
  next(): PlainReply | undefined;
  /** Returns the replies to the next notice of a background task. */
  notice(): TurnScript;
}

export interface ScriptOptions {
  /** Turns already used, for a resumed session: their number from the start, or their indexes. @default 0 */
  readonly played?: number | readonly number[];
  /** Called for each reply that is taken, with its path as in `turns[0].replies[1]`; not for replies of `otherwise`. */
  readonly onReply?: ((location: string) => void) | undefined;
}

/** The reply to a request after the last reply of a turn, for example if that one ends with a tool call. */
export const nothingLeft: PlainReply = toTextReply("The scenario has no further reply for this turn.");

const noTurn: readonly Reply[] = ["The scenario has no turn for this prompt."];
const noNotice: readonly Reply[] = ["The background task has ended."];

export function createScript(scenario: Scenario, options: ScriptOptions = {}): Script {
  const { turns } = scenario;
  const start = options.played ?? 0;
  const played = typeof start === "number" ? turns.slice(0, start).map((_, index) => index) : [...start];
  const used = new Set(played);
  const { onReply } = options;
  const locations = new Map(
    onReply === undefined ? [] : listReplyLists(scenario).map(({ location, replies }) => [replies, location]),
  );
  const findReporter = (list: readonly Reply[]): Report | undefined => {
    const location = locations.get(list);
    return location === undefined ? undefined : (index) => onReply?.(`${location}[${index}]`);
  };
  const buildTurnScript = (replies: readonly Reply[], details: TurnDetails = {}): TurnScript =>
    createTurnScript({ replies, ...details }, findReporter);
  const calls = findAgentCalls(scenario).map(({ prompt, agent }) => ({
    prompt,
    script: buildTurnScript(agent.replies),
  }));

  return {
    turnFor(prompt) {
      const index = findTurn(turns, used, prompt);
      const turn = index === undefined ? undefined : turns[index];
      if (index === undefined || turn === undefined) return buildTurnScript(scenario.otherwise ?? noTurn);
      used.add(index);
      played.push(index);
      return buildTurnScript(turn.replies, { notices: turn.notices, turn: index });
    },
    restOf(index, left) {
      const replies = (index === undefined ? undefined : turns[index]?.replies) ?? [];
      return buildTurnScript(replies, { turn: index, taken: Math.max(0, replies.length - left) });
    },
    agentFor(prompt) {
      const length = Math.max(...calls.map((call) => rateMatch(call.prompt, prompt)));
      if (length < 0) return undefined;
      const fitting = calls.filter((call) => rateMatch(call.prompt, prompt) === length);
      return (fitting.find((call) => call.script.left > 0) ?? fitting.at(-1))?.script;
    },
    agentOf: (call) => (call.agent === undefined ? undefined : buildTurnScript(call.agent.replies)),
    get turnsPlayed() {
      return played.length;
    },
    get played() {
      return [...played];
    },
  };
}

function findTurn(turns: readonly Turn[], used: ReadonlySet<number>, prompt: string): number | undefined {
  const unused = turns.map((turn, index) => ({ turn, index })).filter(({ index }) => !used.has(index));
  const matching = unused.find(({ turn }) => turn.prompt !== undefined && matches(turn.prompt, prompt));
  return (matching ?? unused.find(({ turn }) => turn.prompt === undefined))?.index;
}

function matches(wanted: string | PromptPattern, prompt: string): boolean {
  if (typeof wanted === "string") return prompt.trim() === wanted.trim();
  const hasText = wanted.contains === undefined || prompt.includes(wanted.contains);
  return hasText && (wanted.matches === undefined || new RegExp(wanted.matches, "u").test(prompt));
}

/** Rates how well a call's prompt matches: Infinity if it is the whole text, its length if it is a part, else -1. */
function rateMatch(callPrompt: string, asked: string): number {
  if (callPrompt.trim() === asked.trim()) return Number.POSITIVE_INFINITY;
  return callPrompt !== "" && asked.includes(callPrompt) ? callPrompt.length : -1;
}

interface TurnDetails {
  readonly notices?: Turn["notices"];
  readonly turn?: number | undefined;
  /** Number of replies that were taken before. @default 0 */
  readonly taken?: number;
}

type Report = (index: number) => void;

function createTurnScript(
  { replies, notices = [], turn, taken: before = 0 }: TurnDetails & { readonly replies: readonly Reply[] },
  findReporter: (list: readonly Reply[]) => Report | undefined,
): TurnScript {
  const report = findReporter(replies);
  let taken = before;
  let noticed = 0;
  return {
    turn,
    get left() {
      return Math.max(0, replies.length - taken);
    },
    next() {
      const reply = replies[taken];
      if (reply === undefined) return undefined;
      report?.(taken);
      taken += 1;
      return normalizeReply(reply);
    },
    notice() {
      const list = notices[noticed] ?? noNotice;
      noticed += 1;
      return createTurnScript({ replies: list }, findReporter);
    },
  };
}

export interface AgentCall {
  /** The call's `input.prompt`. */
  readonly prompt: string;
  readonly agent: AgentScript;
  readonly call: ToolBlock;
}

/** Finds every call that starts a sub-agent, nested ones included, in the order of the scenario. */
export function findAgentCalls(scenario: Scenario): readonly AgentCall[] {
  const lists = scenario.turns.flatMap((turn) => [turn.replies, ...(turn.notices ?? [])]);
  return [...lists, scenario.otherwise ?? []].flatMap(listCalls);
}

function listCalls(replies: readonly Reply[]): readonly AgentCall[] {
  return replies
    .flatMap((reply) => normalizeReply(reply).blocks)
    .filter(isToolBlock)
    .flatMap((call) => {
      const { agent } = call;
      return agent === undefined ? [] : [{ prompt: getPrompt(call), agent, call }, ...listCalls(agent.replies)];
    });
}

function getPrompt({ input }: ToolBlock): string {
  const prompt = isRecord(input) ? input["prompt"] : undefined;
  return typeof prompt === "string" ? prompt : "";
}

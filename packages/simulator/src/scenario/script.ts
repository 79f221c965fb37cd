// The place in a scenario: which turn a prompt gets and which reply comes next. The simulator's engine and the stand-in
// API move through it in the same way, so that a scenario means the same to both.

import { agentCallsOf } from "./agent-calls.ts";
import { plainReply, textReply, type PlainReply } from "./reply.ts";
import { replyLists } from "./reply-lists.ts";
import type { PromptPattern, Reply, Scenario, ToolBlock, Turn } from "./types.ts";

export interface Script {
  /** The turn for this prompt: an unused one whose `prompt` fits, else the next one without `prompt`, else `otherwise`. */
  turnFor(prompt: string): TurnScript;
  /** What is left of a turn that another process began, by its place and the number of replies left. */
  restOf(turn: number | undefined, left: number): TurnScript;
  /**
   * The sub-agent that was started with this prompt, or with a part of it (real CLIs wrap it); the longest part wins.
   * The same cursor comes back until its replies are used up, then that of the next call with the same prompt.
   */
  agentFor(prompt: string): TurnScript | undefined;
  /** The sub-agent of this call, from its beginning. */
  agentOf(call: ToolBlock): TurnScript | undefined;
  /** How many of the scenario's turns were used; `otherwise` does not count. */
  readonly turnsPlayed: number;
  /** Places of the used turns in `scenario.turns`, in the order of use. */
  readonly played: readonly number[];
}

export interface TurnScript {
  /** Place in `scenario.turns`; undefined for `otherwise`, a notice or an agent. */
  readonly turn: number | undefined;
  /** How many replies are left. */
  readonly left: number;
  /** The next answer of the model. After the last: undefined, and who must answer all the same says `nothingLeft`. */
  next(): PlainReply | undefined;
  /** What is said to the next notice of a background task. */
  notice(): TurnScript;
}

export interface ScriptOptions {
  /** Turns already used, for a resumed session: how many from the beginning, or their places. @default 0 */
  readonly played?: number | readonly number[];
  /** Called with the place of each reply that is taken, as in `turns[0].replies[1]`; not for those of `otherwise`. */
  readonly onReply?: ((place: string) => void) | undefined;
}

/** The answer of a model that is asked more often than the turn has replies, as after a tool call in the last one. */
export const nothingLeft: PlainReply = textReply("The scenario has no further reply for this turn.");

const noTurn: readonly Reply[] = ["The scenario has no turn for this prompt."];
const noNotice: readonly Reply[] = ["The background task has ended."];

export function createScript(scenario: Scenario, options: ScriptOptions = {}): Script {
  const { turns } = scenario;
  const start = options.played ?? 0;
  const played = typeof start === "number" ? turns.slice(0, start).map((_, place) => place) : [...start];
  const used = new Set(played);
  const { onReply } = options;
  const places = new Map(
    onReply === undefined ? [] : replyLists(scenario).map(({ place, replies }) => [replies, place]),
  );
  /** Where the replies of a list stand. */
  const reporterOf = (list: readonly Reply[]): Report | undefined => {
    const place = places.get(list);
    return place === undefined ? undefined : (index) => onReply?.(`${place}[${index}]`);
  };
  const turnScript = (replies: readonly Reply[], details: TurnDetails = {}): TurnScript =>
    createTurnScript({ replies, ...details }, reporterOf);
  const calls = agentCallsOf(scenario).map(({ prompt, agent }) => ({ prompt, script: turnScript(agent.replies) }));

  return {
    turnFor(prompt) {
      const place = placeFor(turns, used, prompt);
      const turn = place === undefined ? undefined : turns[place];
      if (place === undefined || turn === undefined) return turnScript(scenario.otherwise ?? noTurn);
      used.add(place);
      played.push(place);
      return turnScript(turn.replies, { notices: turn.notices, turn: place });
    },
    restOf(place, left) {
      const replies = (place === undefined ? undefined : turns[place]?.replies) ?? [];
      return turnScript(replies, { turn: place, said: Math.max(0, replies.length - left) });
    },
    agentFor(prompt) {
      const length = Math.max(...calls.map((call) => fit(call.prompt, prompt)));
      if (length < 0) return undefined;
      const fitting = calls.filter((call) => fit(call.prompt, prompt) === length);
      return (fitting.find((call) => call.script.left > 0) ?? fitting.at(-1))?.script;
    },
    agentOf: (call) => (call.agent === undefined ? undefined : turnScript(call.agent.replies)),
    get turnsPlayed() {
      return played.length;
    },
    get played() {
      return [...played];
    },
  };
}

function placeFor(turns: readonly Turn[], used: ReadonlySet<number>, prompt: string): number | undefined {
  const unused = turns.map((turn, place) => ({ turn, place })).filter(({ place }) => !used.has(place));
  const fitting = unused.find(({ turn }) => turn.prompt !== undefined && fits(turn.prompt, prompt));
  return (fitting ?? unused.find(({ turn }) => turn.prompt === undefined))?.place;
}

function fits(wanted: string | PromptPattern, prompt: string): boolean {
  if (typeof wanted === "string") return prompt.trim() === wanted.trim();
  const hasText = wanted.contains === undefined || prompt.includes(wanted.contains);
  return hasText && (wanted.matches === undefined || new RegExp(wanted.matches, "u").test(prompt));
}

/** How well a call's prompt fits what was asked: Infinity if it is all of it, its length if it is a part, else -1. */
function fit(callPrompt: string, asked: string): number {
  if (callPrompt.trim() === asked.trim()) return Number.POSITIVE_INFINITY;
  return callPrompt !== "" && asked.includes(callPrompt) ? callPrompt.length : -1;
}

interface TurnDetails {
  readonly notices?: Turn["notices"];
  readonly turn?: number | undefined;
  /** So many replies were taken before. @default 0 */
  readonly said?: number;
}

type Report = (index: number) => void;

function createTurnScript(
  { replies, notices = [], turn, said: before = 0 }: TurnDetails & { readonly replies: readonly Reply[] },
  reporterOf: (list: readonly Reply[]) => Report | undefined,
): TurnScript {
  const report = reporterOf(replies);
  let said = before;
  let noticed = 0;
  return {
    turn,
    get left() {
      return Math.max(0, replies.length - said);
    },
    next() {
      const reply = replies[said];
      if (reply === undefined) return undefined;
      report?.(said);
      said += 1;
      return plainReply(reply);
    },
    notice() {
      const list = notices[noticed] ?? noNotice;
      noticed += 1;
      return createTurnScript({ replies: list }, reporterOf);
    },
  };
}

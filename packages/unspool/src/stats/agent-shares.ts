// Whose tokens are agents'. Their lines have the input of their messages and not the output (`output_tokens: 1` in 2.1.x);
// what results add per model, less the main agent's own, is all agents' together. That is exact where the inputs add up to
// the last token, and so nothing else can be in it.

import { addFigures } from "./cells.ts";
import { type Figures, noFigures } from "./entry.ts";

/** A message of an agent. */
export interface AgentMessage {
  /** The call that started it. */
  readonly agent: string;
  readonly figures: Readonly<Figures>;
}

export interface AgentFigures {
  /** What they have together, of one model. */
  readonly figures: Readonly<Figures>;
  /** As their lines tell them. */
  readonly messages: readonly AgentMessage[];
  /** The last message of an agent, as the result of its call tells it; it may have no line of its own. */
  readonly reports: readonly AgentMessage[];
  readonly kindOf: (agent: string) => string;
}

export interface AgentShares {
  readonly shares: readonly AgentMessage[];
  /** Last messages without a line. */
  readonly unseen: readonly AgentMessage[];
}

/** Of several kinds of agents nobody knows which. */
export const UNTOLD = "";

/** @returns undefined if it cannot be told */
export function agentSharesOf({ figures: whole, messages, reports, kindOf }: AgentFigures): AgentShares | undefined {
  const unseen = addsUp(whole, messages) ? [] : reports;
  const all = [...messages, ...unseen];
  if (all.length === 0 || !addsUp(whole, all)) return undefined;
  const exact = reports.reduce((sum, { figures }) => sum + figures.output, 0);
  const left = whole.output - exact;
  if (left < 0) return undefined;
  const shares = all.map(({ agent, figures }) => ({ agent, figures: withHours({ ...figures, output: 0 }, whole) }));
  for (const { agent, figures } of reports) shares.push({ agent, figures: onlyOutput(figures.output) });
  const open = unseen.length > 0 ? messages : withoutLast(messages, new Set(reports.map(({ agent }) => agent)));
  const kinds = new Set(open.map(({ agent }) => kindOf(agent)));
  if (left > 0 && kinds.size === 0) return undefined;
  if (left > 0)
    shares.push({ agent: kinds.size === 1 ? (open[0]?.agent ?? UNTOLD) : UNTOLD, figures: onlyOutput(left) });
  return { shares, unseen };
}

/** With a line for each of its messages, one of a reported agent's is the reported one. */
function withoutLast(messages: readonly AgentMessage[], reported: ReadonlySet<string>): readonly AgentMessage[] {
  const last = new Map(messages.map(({ agent }, place) => [agent, place]));
  return messages.filter(({ agent }, place) => !reported.has(agent) || last.get(agent) !== place);
}

function addsUp(whole: Readonly<Figures>, messages: readonly AgentMessage[]): boolean {
  const sum = noFigures();
  for (const { figures } of messages) addFigures(sum, figures);
  return (
    sum.input === whole.input &&
    sum.cacheRead === whole.cacheRead &&
    sum.cacheWrite + sum.cacheWriteHour === whole.cacheWrite + whole.cacheWriteHour
  );
}

/** Lines tell how much was written to the cache, results for how long: the same part of each is for an hour. */
function withHours(figures: Figures, { cacheWrite, cacheWriteHour }: Readonly<Figures>): Figures {
  const written = figures.cacheWrite + figures.cacheWriteHour;
  const hour = cacheWriteHour === 0 ? 0 : Math.round((written * cacheWriteHour) / (cacheWrite + cacheWriteHour));
  return { ...figures, cacheWrite: written - hour, cacheWriteHour: hour };
}

function onlyOutput(output: number): Figures {
  return { ...noFigures(), output };
}

// Divides the usage of sub-agents among them. The lines of their messages have the input, not the output (`output_tokens: 1`
// in 2.1.x). The difference between two results, less the main agent's usage, is the total of the sub-agents. If their inputs
// add up to it exactly, it contains nothing else.

import { addUsage, createUsage, type Usage } from "../scan/usage.ts";

export interface AgentMessage {
  /** The id of the call that started the agent. */
  readonly agent: string;
  readonly usage: Readonly<Usage>;
}

export interface ShareInput {
  /** The usage of all agents together, of one model. */
  readonly usage: Readonly<Usage>;
  /** The messages that have lines. */
  readonly messages: readonly AgentMessage[];
  /** The last message of an agent, as the result of its call reports it. It may have no line. */
  readonly reports: readonly AgentMessage[];
  readonly getKind: (agent: string) => string;
}

export interface AgentShares {
  readonly shares: readonly AgentMessage[];
  /** Reported last messages without a line. */
  readonly unseen: readonly AgentMessage[];
}

/** Stands for whichever agent wrote the output, if agents of several kinds may have. */
export const UNKNOWN_AGENT = "";

/** Returns undefined if the inputs or the outputs do not add up. */
export function computeAgentShares({ usage: whole, messages, reports, getKind }: ShareInput): AgentShares | undefined {
  const unseen = addsUp(whole, messages) ? [] : reports;
  const all = [...messages, ...unseen];
  if (all.length === 0 || !addsUp(whole, all)) return undefined;
  const reported = reports.reduce((sum, { usage }) => sum + usage.output, 0);
  const left = whole.output - reported;
  if (left < 0) return undefined;
  const shares = all.map(({ agent, usage }) => ({ agent, usage: splitCacheWrite({ ...usage, output: 0 }, whole) }));
  for (const { agent, usage } of reports) shares.push({ agent, usage: toOutputUsage(usage.output) });
  const unreported = unseen.length > 0 ? messages : dropReported(messages, new Set(reports.map(({ agent }) => agent)));
  const kinds = new Set(unreported.map(({ agent }) => getKind(agent)));
  if (left > 0 && kinds.size === 0) return undefined;
  if (left > 0)
    shares.push({
      agent: kinds.size === 1 ? (unreported[0]?.agent ?? UNKNOWN_AGENT) : UNKNOWN_AGENT,
      usage: toOutputUsage(left),
    });
  return { shares, unseen };
}

/** Drops the last message of each reported agent: if every message has a line, that one is the reported message. */
function dropReported(messages: readonly AgentMessage[], reported: ReadonlySet<string>): readonly AgentMessage[] {
  const last = new Map(messages.map(({ agent }, index) => [agent, index]));
  return messages.filter(({ agent }, index) => !reported.has(agent) || last.get(agent) !== index);
}

function addsUp(whole: Readonly<Usage>, messages: readonly AgentMessage[]): boolean {
  const sum = createUsage();
  for (const { usage } of messages) addUsage(sum, usage);
  return (
    sum.input === whole.input &&
    sum.cacheRead === whole.cacheRead &&
    sum.cacheWrite + sum.cacheWriteHour === whole.cacheWrite + whole.cacheWriteHour
  );
}

/** Lines say how much was cached, results for how long. Each message gets the one-hour fraction of the results. */
function splitCacheWrite(usage: Usage, { cacheWrite, cacheWriteHour }: Readonly<Usage>): Usage {
  const written = usage.cacheWrite + usage.cacheWriteHour;
  const hour = cacheWriteHour === 0 ? 0 : Math.round((written * cacheWriteHour) / (cacheWrite + cacheWriteHour));
  return { ...usage, cacheWrite: written - hour, cacheWriteHour: hour };
}

function toOutputUsage(output: number): Usage {
  return { ...createUsage(), output };
}

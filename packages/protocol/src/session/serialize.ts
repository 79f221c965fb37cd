// A state as JSON and back. Lists and tables print as arrays; reviving makes lists and tables of them again, so that
// `reduce` can go on from where it was.

import { NEW_AGENT, type AgentState } from "./agent.ts";
import { List, listOf } from "./containers/list.ts";
import { initialState, type SessionState } from "./state.ts";
import { Table } from "./containers/table.ts";
import type { TranscriptMessage } from "./transcript.ts";

const FORMAT = "unspool-state";
const VERSION = 1;

/** A state that survives `JSON.stringify`, structured clone and storage. What is inside belongs to this package. */
export interface SerializedState {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly state: unknown;
}

/** Returns the state as plain data. `JSON.stringify(serializeState(state))` is its text. */
export function serializeState(state: SessionState): SerializedState {
  return { format: FORMAT, version: VERSION, state: plain(state) };
}

/**
 * Makes a state of what `serializeState` returned, also after JSON. The wire messages behind its events are gone.
 * @throws {TypeError} for anything else
 */
export function reviveState(serialized: unknown): SessionState {
  const { format, version, state } = (serialized ?? {}) as Partial<SerializedState>;
  if (format !== FORMAT) throw new TypeError("reviveState: this is no state that `serializeState` returned.");
  if (version !== VERSION) {
    throw new TypeError(`reviveState: the state has version ${String(version)}, and version ${VERSION} can be read.`);
  }
  try {
    return revive(state as Plain<SessionState>);
  } catch (error) {
    throw new TypeError("reviveState: the state is damaged.", { cause: error });
  }
}

/** Lists and tables are arrays here. */
type Plain<T> = T extends string | readonly unknown[]
  ? T
  : T extends Table<infer Item> | List<infer Item>
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof List || value instanceof Table) return value.toArray().map(plain);
  // Lists of events and the like hold wire data only.
  if (Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function revive(state: Plain<SessionState>): SessionState {
  const { ledger } = state;
  return {
    ...initialState(),
    ...state,
    main: reviveAgent(state.main),
    agents: tableOf(state.agents.map(reviveAgent), ({ id }) => id ?? ""),
    toolCalls: tableOf(state.toolCalls, ({ id }) => id),
    tasks: tableOf(state.tasks, ({ taskId }) => taskId),
    rateLimits: tableOf(state.rateLimits, ({ window }) => window ?? ""),
    ledger: {
      totalCostUsd: ledger.totalCostUsd,
      turns: listOf(ledger.turns),
      models: tableOf(ledger.models, ({ model }) => model),
      said: tableOf(ledger.said, ({ model }) => model),
    },
  };
}

function reviveAgent(agent: Plain<AgentState>): AgentState {
  return { ...NEW_AGENT, ...agent, messages: listOf(agent.messages.map(reviveMessage)) };
}

function reviveMessage(message: Plain<TranscriptMessage>): TranscriptMessage {
  return message.type === "assistant" ? { ...message, blocks: listOf(message.blocks) } : message;
}

/** A key that stands twice leads to the later value, as it did before. */
function tableOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Table<Item> {
  let table: Table<Item> = Table.empty;
  for (const item of items) table = table.append(keyOf(item), item);
  return table;
}

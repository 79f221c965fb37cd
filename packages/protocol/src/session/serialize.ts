// Converts a state to JSON and back. Lists and tables serialize as arrays; reviving restores them, so that `reduce` can
// continue.

import { NEW_AGENT, type AgentState } from "./agent.ts";
import { List, toList } from "./containers/list.ts";
import { initialState, type SessionState } from "./state.ts";
import { Table } from "./containers/table.ts";
import type { TranscriptMessage } from "./transcript.ts";

const FORMAT = "unspool-state";
const VERSION = 1;

/** A state that survives `JSON.stringify`, structured clone and storage. Its content is private to this package. */
export interface SerializedState {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly state: unknown;
}

/** Returns the state as plain data, for `JSON.stringify(serializeState(state))`. */
export function serializeState(state: SessionState): SerializedState {
  return { format: FORMAT, version: VERSION, state: plain(state) };
}

/**
 * Restores a state from the result of `serializeState`, also after JSON. The wire messages behind its events are lost.
 * @throws {TypeError} if the value is not a serialized state of a supported version
 */
export function reviveState(serialized: unknown): SessionState {
  const { format, version, state } = (serialized ?? {}) as Partial<SerializedState>;
  if (format !== FORMAT) throw new TypeError("reviveState: this is not a state that `serializeState` returned.");
  if (version !== VERSION) {
    throw new TypeError(
      `reviveState: the state has version ${String(version)}, but only version ${VERSION} is supported.`,
    );
  }
  try {
    return revive(state as Plain<SessionState>);
  } catch (error) {
    throw new TypeError("reviveState: the state is damaged.", { cause: error });
  }
}

/** The type with arrays in place of lists and tables. */
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
  // Arrays contain only wire data, such as events.
  if (Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function revive(state: Plain<SessionState>): SessionState {
  const { ledger } = state;
  return {
    ...initialState(),
    ...state,
    main: reviveAgent(state.main),
    agents: toTable(state.agents.map(reviveAgent), ({ id }) => id ?? ""),
    toolCalls: toTable(state.toolCalls, ({ id }) => id),
    tasks: toTable(state.tasks, ({ taskId }) => taskId),
    rateLimits: toTable(state.rateLimits, ({ window }) => window ?? ""),
    ledger: {
      totalCostUsd: ledger.totalCostUsd,
      turns: toList(ledger.turns),
      models: toTable(ledger.models, ({ model }) => model),
      said: toTable(ledger.said, ({ model }) => model),
    },
  };
}

function reviveAgent(agent: Plain<AgentState>): AgentState {
  return { ...NEW_AGENT, ...agent, messages: toList(agent.messages.map(reviveMessage)) };
}

function reviveMessage(message: Plain<TranscriptMessage>): TranscriptMessage {
  return message.type === "assistant" ? { ...message, blocks: toList(message.blocks) } : message;
}

/** Creates a table. A duplicate key refers to the later value, as it did before serialization. */
function toTable<Item>(items: readonly Item[], getKey: (item: Item) => string): Table<Item> {
  let table: Table<Item> = Table.empty;
  for (const item of items) table = table.append(getKey(item), item);
  return table;
}

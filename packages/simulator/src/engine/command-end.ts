// The result of a turn that was all one local command.

import { mannersOf } from "./manners.ts";
import { countedMessages, endTurn } from "./turn-end.ts";
import type { Turn } from "./turn-state.ts";

export interface Command {
  readonly name: string;
  readonly args: string;
}

/** Messages that a local command leaves in the history beside itself, as counted in the results of old versions. */
const MESSAGES = {
  "1.0.88": { print: 3, unknown: 1, compact: 2 },
  "1.0.110": { print: 3, unknown: 1, compact: 4 },
  "1.0.128": { print: 3, unknown: 1, compact: 7 },
  "2.0.30": { print: 3, unknown: 1, compact: 6 },
  "2.1.74": { print: 2, unknown: 2, compact: 4 },
} as const;

type CommandKind = "print" | "unknown" | "compact";

export function endCommand(turn: Turn, kind: CommandKind, name: string, text: string): void {
  const { session } = turn;
  session.messages += mannersOf(session.options.version).choose<Readonly<Record<CommandKind, number>>>(MESSAGES)[kind];
  const counted = session.order.countsTurns === "own" ? session.messages : countedMessages(session);
  const turns = session.order.countsCommands === "none" ? 0 : counted;
  endTurn(turn, { outcome: { kind: "success", text, isError: false }, terminalReason: null }, turns, name);
}

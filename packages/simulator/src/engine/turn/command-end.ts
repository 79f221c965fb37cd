// Ends a turn that consists of one local command.

import { countMessages, endTurn } from "./turn-lines.ts";
import type { Turn } from "../sessions/turn-state.ts";

export interface Command {
  readonly name: string;
  readonly args: string;
}

export function endCommand(turn: Turn, kind: "print" | "unknown" | "compact", name: string, text: string): void {
  const { session } = turn;
  session.messages += session.ordering.commandMessages[kind];
  const counted = session.ordering.countsTurns === "own" ? session.messages : countMessages(session);
  const turns = session.ordering.countsCommands === "none" ? 0 : counted;
  endTurn(turn, { outcome: { kind: "success", text, isError: false }, terminalReason: null }, turns, name);
}

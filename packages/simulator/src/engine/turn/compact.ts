// `/compact`: replaces the conversation so far with a summary by the model.

import { ordinaryUsage } from "../../scenario/play/reply.ts";
import { toBilledUsage, toCutUsage } from "../sessions/accounting.ts";
import { endCommand, type Command } from "./command-end.ts";
import { writeInit } from "./turn-lines.ts";
import type { Turn } from "../sessions/turn-state.ts";
import { NOT_ENOUGH_MESSAGES } from "../versions/texts.ts";

const NO_SUMMARY = "The conversation so far was short.";

export function compact(turn: Turn, { args }: Command): void {
  const { session } = turn;
  const { lines, output, ordering, accounting } = session;
  if (ordering.writesCompacting) output.write(lines.status("compacting"));
  // The command itself is the last of the messages.
  if (session.messages - 1 <= ordering.compactNeedsMessages && ordering.compactNeedsMessages > 0) {
    output.write(lines.status(null, { compact_result: "failed", compact_error: NOT_ENOUGH_MESSAGES }));
    writeInit(turn);
    output.write(lines.synthetic(NOT_ENOUGH_MESSAGES, undefined));
    endCommand(turn, "compact", "compact", NOT_ENOUGH_MESSAGES);
    return;
  }
  accounting.count(session.model, toBilledUsage(ordering, ordinaryUsage));
  if (ordering.writesCompacting) output.write(lines.status(null, { compact_result: "success" }));
  writeInit(turn);
  if (ordering.writesCompacted) writeCompacted(turn, args);
  endCommand(turn, "compact", "compact", "");
  if (ordering.forgetsCompacted) session.messages -= 1;
}

function writeCompacted(turn: Turn, args: string): void {
  const { lines, output, ordering, options, texts } = turn.session;
  const last = ordering.countsFromLines ? toCutUsage(ordinaryUsage) : ordinaryUsage;
  const before = last.inputTokens + last.outputTokens;
  const after = ordering.compactedTokens ?? before;
  output.write(lines.compactBoundary("manual", before, after));
  output.write(lines.compactSummary(texts.compactSummary(options.scenario.summary ?? NO_SUMMARY)));
  output.write(lines.commandOutput("<local-command-stdout>Compacted </local-command-stdout>"));
  if (options.replaysUser && ordering.replaysCompact) {
    const command = "<command-name>/compact</command-name>\n            <command-message>compact</command-message>";
    const text = `${command}\n            <command-args>${args}</command-args>`;
    output.write(lines.userReplay(text, turn.prompts[0]?.uuid));
  }
}

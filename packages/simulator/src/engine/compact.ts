// `/compact`: the model sums up, and the summary takes the place of what was said before.

import { ordinaryUsage } from "../scenario/usage.ts";
import { billedUsage, usageOfCut } from "./accounting.ts";
import { endCommand, type Command } from "./command-end.ts";
import { mannersOf } from "./manners.ts";
import { tellInit } from "./turn-end.ts";
import type { Turn } from "./turn-state.ts";
import { ENOUGH_NOT } from "./words.ts";

const NO_SUMMARY = "The conversation so far was short.";

export function compact(turn: Turn, { args }: Command): void {
  const { session } = turn;
  const { lines, output, order, accounting } = session;
  if (order.tellsCompacting) output.write(lines.status("compacting"));
  // The command itself is the last of the messages.
  if (session.messages - 1 <= order.compactNeedsMessages && order.compactNeedsMessages > 0) {
    output.write(lines.status(null, { compact_result: "failed", compact_error: ENOUGH_NOT }));
    tellInit(turn);
    output.write(lines.synthetic(ENOUGH_NOT, undefined));
    endCommand(turn, "compact", "compact", ENOUGH_NOT);
    return;
  }
  accounting.count(session.model, billedUsage(order, ordinaryUsage));
  if (order.tellsCompacting) output.write(lines.status(null, { compact_result: "success" }));
  tellInit(turn);
  if (order.tellsCompacted) tellCompacted(turn, args);
  endCommand(turn, "compact", "compact", "");
  if (order.forgetsCompacted) session.messages -= 1;
}

function tellCompacted(turn: Turn, args: string): void {
  const { lines, output, order, options } = turn.session;
  const last = order.countsFromLines ? usageOfCut(ordinaryUsage) : ordinaryUsage;
  const before = last.inputTokens + last.outputTokens;
  // What stays is mostly the CLI's own words: measured after a short session.
  const after = mannersOf(options.version).choose({
    "1.0.128": before,
    "2.1.120": 117,
    "2.1.200": 587,
    "2.1.325": 2593,
  });
  output.write(lines.compactBoundary("manual", before, after));
  output.write(lines.compactSummary(summaryText(turn, options.scenario.summary ?? NO_SUMMARY)));
  output.write(lines.commandOutput("<local-command-stdout>Compacted </local-command-stdout>"));
  if (options.replaysUser && order.replaysCompact) {
    const command = "<command-name>/compact</command-name>\n            <command-message>compact</command-message>";
    const text = `${command}\n            <command-args>${args}</command-args>`;
    output.write(lines.userReplay(text, turn.prompts[0]?.uuid));
  }
}

function summaryText({ session }: Turn, summary: string): string {
  const head = "This session is being continued from a previous conversation that ran out of context.";
  const told = mannersOf(session.options.version).choose({
    "1.0.128": `${head} The conversation is summarized below:\n${summary}.`,
    "2.1.74": `${head} The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}`,
  });
  return told;
}

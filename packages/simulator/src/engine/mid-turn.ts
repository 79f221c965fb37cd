// Prompts that came while the turn was under way: read with the results of the tools, kept until the model has ended, or
// left for a turn of their own.

import type { Turn } from "./turn-state.ts";

export function takeMidTurn(turn: Turn): void {
  const { session } = turn;
  const { lines, output, order, options } = session;
  if (order.midTurn === "next-turn") return;
  const prompts = session.queue.takeForTurn();
  if (prompts.length === 0) return;
  if (options.replaysUser) for (const prompt of prompts) output.write(lines.userReplay(prompt.content, prompt.uuid));
  for (const prompt of prompts) {
    if (prompt.uuid !== undefined) output.write(lines.commandLifecycle(prompt.uuid, "started"));
  }
  turn.taken.push(...prompts);
  turn.uuids = [...turn.uuids, ...prompts.flatMap((prompt) => prompt.uuid ?? [])];
  if (order.midTurn === "asked-again") {
    turn.askAgain = session.script.turnFor(prompts.map((prompt) => prompt.text).join("\n"));
  }
}

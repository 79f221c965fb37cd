// Calls the hooks of a prompt before the model reads it, and formats the notice if one of them blocks it.

import { callHooks, hasHook } from "./hooks.ts";
import type { MaybeLine } from "../lines/lines.ts";
import type { Turn } from "../sessions/turn-state.ts";

export interface BlockedPrompt {
  /** The text of the result. */
  readonly text: string;
  readonly notice: MaybeLine;
}

/** Calls the hooks of a prompt. Returns undefined if the model may read it. */
export async function checkPrompt(turn: Turn, prompt: string): Promise<BlockedPrompt | undefined> {
  const { session } = turn;
  if (turn.prompts.length === 0 || !hasHook(session, "UserPromptSubmit")) return undefined;
  const call = { event: "UserPromptSubmit", input: { prompt }, signal: turn.abort.signal } as const;
  const { decision, stops, reason, isCommand } = await callHooks(session, call);
  if (decision !== "deny" && !stops) return undefined;
  const { quirks } = session;
  // Before 2.1.200 the CLI does not repeat the reason of a hook from settings.
  if (isCommand !== true) return { text: reason, notice: undefined };
  const explanation = `UserPromptSubmit operation blocked by hook:\n${reason}\n\nOriginal prompt: ${prompt}`;
  const text = quirks.has("explainsBlockedPrompts") ? explanation : "";
  const bareReason = reason.replace(/^\[.*\]: /su, "").trimEnd();
  const outcome = quirks.has("hasPromptOutcome")
    ? { prompt_submit_outcome: { kind: "blocked_by_hook", prompt_kept: false, reason: bareReason } }
    : {};
  const fields = { content: text, level: "warning", prevent_continuation: true, ...outcome };
  return { text, notice: session.lines.system("informational", fields) };
}

// Hooks that are asked before a prompt is read, and what is told if one of them is against it.

import type { JsonObject } from "../json.ts";
import { callHooks, hasHook } from "./hooks.ts";
import type { MaybeLine } from "./lines/lines.ts";
import { mannersOf } from "./manners.ts";
import type { Turn } from "./turn-state.ts";

export interface BlockedPrompt {
  /** Of the result. */
  readonly text: string;
  readonly notice: MaybeLine;
}

/** Undefined if the prompt may be read. */
export async function hooksAgainst(turn: Turn, prompt: string): Promise<BlockedPrompt | undefined> {
  const { session } = turn;
  if (turn.prompts.length === 0 || !hasHook(session, "UserPromptSubmit")) return undefined;
  const call = { event: "UserPromptSubmit", input: { prompt }, signal: turn.abort.signal } as const;
  const { decision, stops, reason, isCommand } = await callHooks(session, call);
  if (decision !== "deny" && !stops) return undefined;
  const manners = mannersOf(session.options.version);
  // Before 2.1.200 the CLI keeps to itself what a hook of settings said.
  if (isCommand !== true) return { text: reason, notice: undefined };
  const words = `UserPromptSubmit operation blocked by hook:\n${reason}\n\nOriginal prompt: ${prompt}`;
  const text = manners.choose({ "1.0.128": "", "2.1.200": words });
  const said = reason.replace(/^\[.*\]: /su, "").trimEnd();
  const outcome = manners.choose<JsonObject>({
    "1.0.128": {},
    "2.1.299": { prompt_submit_outcome: { kind: "blocked_by_hook", prompt_kept: false, reason: said } },
  });
  const fields = { content: text, level: "warning", prevent_continuation: true, ...outcome };
  return { text, notice: session.lines.system("informational", fields) };
}

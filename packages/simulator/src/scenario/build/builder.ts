// Builds scenarios in code. The result is the same plain data as in a file. The methods are not enumerable, so a scenario can be
// played, compared and written as JSON at any time.

import { toReplies } from "./say.ts";
import type { Part } from "./say.ts";
import type { PromptPattern, Scenario, Turn } from "../types.ts";

export interface ScenarioBuilder extends Scenario {
  /** Adds a turn for any prompt. */
  turn(...parts: readonly Part[]): ScenarioBuilder;
  /** Adds a turn for a prompt that equals this text or matches this pattern. */
  turn(prompt: string | PromptPattern, ...parts: readonly Part[]): ScenarioBuilder;
  /** Adds the replies after the end of a background task of the last turn; one call per task. */
  notice(...parts: readonly Part[]): ScenarioBuilder;
  /** Sets the replies for prompts that no turn matches. */
  else(...parts: readonly Part[]): ScenarioBuilder;
  /** Sets all other fields of a scenario. */
  with(fields: Omit<Scenario, "turns">): ScenarioBuilder;
}

/**
 * Starts a scenario.
 * @example
 * scenario("look around")
 *   .turn("hello", say.text("Let me look."), say.tool("Bash", { command: "ls" }, "a.txt"), say.text("One file."))
 *   .turn(say.text("Bye."));
 */
export function scenario(name?: string): ScenarioBuilder {
  return createBuilder({ ...(name === undefined ? {} : { name }), turns: [] });
}

function createBuilder(data: Scenario): ScenarioBuilder {
  const { turns } = data;
  const methods: Pick<ScenarioBuilder, "turn" | "notice" | "else" | "with"> = {
    turn: (first?: Part | string | PromptPattern, ...rest: readonly Part[]) =>
      createBuilder({ ...data, turns: [...turns, toTurn(first, rest)] }),
    notice(...parts) {
      const last = turns.at(-1) ?? { replies: [] };
      const notices = [...(last.notices ?? []), toReplies(parts)];
      return createBuilder({ ...data, turns: [...turns.slice(0, -1), { ...last, notices }] });
    },
    else: (...parts) => createBuilder({ ...data, otherwise: toReplies(parts) }),
    with: (fields) => createBuilder({ ...data, ...fields }),
  };
  const hidden = Object.entries(methods).map(([key, value]) => [key, { value, enumerable: false }] as const);
  return Object.defineProperties({ ...data }, Object.fromEntries(hidden)) as ScenarioBuilder;
}

function toTurn(first: Part | string | PromptPattern | undefined, rest: readonly Part[]): Turn {
  if (first === undefined) return { replies: toReplies(rest) };
  if (!isPrompt(first)) return { replies: toReplies([first, ...rest]) };
  return { prompt: first, replies: toReplies(rest) };
}

function isPrompt(value: Part | string | PromptPattern): value is string | PromptPattern {
  return typeof value === "string" || "contains" in value || "matches" in value;
}

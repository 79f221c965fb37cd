// Scenarios in TypeScript. What comes out is the same plain data as in a file; the methods are not enumerable, so a
// scenario under construction can be played, compared and written as JSON at any time.

import { repliesOf } from "./say.ts";
import type { Part } from "./say.ts";
import type { PromptPattern, Scenario, Turn } from "./types.ts";

export interface ScenarioBuilder extends Scenario {
  /** The next turn, for any prompt. */
  turn(...parts: readonly Part[]): ScenarioBuilder;
  /** A turn for a prompt that is this text or fits this pattern. */
  turn(prompt: string | PromptPattern, ...parts: readonly Part[]): ScenarioBuilder;
  /** What is said when a background task of the last turn has ended; once for each. */
  notice(...parts: readonly Part[]): ScenarioBuilder;
  /** What is said when no turn is left or fits. */
  else(...parts: readonly Part[]): ScenarioBuilder;
  /** Everything else a scenario can have. */
  with(fields: Omit<Scenario, "turns">): ScenarioBuilder;
}

/**
 * @example
 * scenario("look around")
 *   .turn("hello", say.text("Let me look."), say.tool("Bash", { command: "ls" }, "a.txt"), say.text("One file."))
 *   .turn(say.text("Bye."));
 */
export function scenario(name?: string): ScenarioBuilder {
  return builder({ ...(name === undefined ? {} : { name }), turns: [] });
}

function builder(data: Scenario): ScenarioBuilder {
  const { turns } = data;
  const methods: Pick<ScenarioBuilder, "turn" | "notice" | "else" | "with"> = {
    turn: (first?: Part | string | PromptPattern, ...rest: readonly Part[]) =>
      builder({ ...data, turns: [...turns, turnOf(first, rest)] }),
    notice(...parts) {
      const last = turns.at(-1) ?? { replies: [] };
      const notices = [...(last.notices ?? []), repliesOf(parts)];
      return builder({ ...data, turns: [...turns.slice(0, -1), { ...last, notices }] });
    },
    else: (...parts) => builder({ ...data, otherwise: repliesOf(parts) }),
    with: (fields) => builder({ ...data, ...fields }),
  };
  const hidden = Object.entries(methods).map(([key, value]) => [key, { value, enumerable: false }] as const);
  return Object.defineProperties({ ...data }, Object.fromEntries(hidden)) as ScenarioBuilder;
}

function turnOf(first: Part | string | PromptPattern | undefined, rest: readonly Part[]): Turn {
  if (first === undefined) return { replies: repliesOf(rest) };
  if (!isPrompt(first)) return { replies: repliesOf([first, ...rest]) };
  return { prompt: first, replies: repliesOf(rest) };
}

function isPrompt(value: Part | string | PromptPattern): value is string | PromptPattern {
  return typeof value === "string" || "contains" in value || "matches" in value;
}

// The end of a turn: what went wrong, and the line with cost, tokens and time.

import type { EventOf, ModelUsage, TokenUsage, TurnOutcome } from "@unspool/protocol";
import { span } from "../terminal/style.ts";
import { flow } from "./flow.ts";
import { count, duration, money } from "./figures.ts";
import { FAILURE, noteSection } from "./notes.ts";
import { marked } from "./section.ts";
import { textSections } from "./speech.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { oneLine } from "./text.ts";
import { closeOpenWork } from "./work.ts";

const WORDS: Readonly<Record<TurnOutcome, string>> = { success: "done", error: "failed", interrupted: "interrupted" };

export function turnHandlers(context: ViewContext): Handlers {
  const { state, options } = context;
  const tokensOf = createTokenCount();
  return {
    "turn-end": (event) => {
      closeOpenWork(context, false, event);
      state.isTurnOpen = false;
      state.outputTokens = 0;
      state.turnStartedAtMs = undefined;
      const { outcome, errors, text } = event;
      // Words of the CLI itself: a slash command's, or those of a hook that let nothing through.
      if (
        outcome === "success" &&
        !state.hasSpoken &&
        text !== state.lastText &&
        event.structuredOutput === undefined
      ) {
        for (const section of textSections(text, options.isColoured === true)) context.say(null, section);
      }
      state.hasSpoken = false;
      if (outcome === "error") {
        for (const words of errors.length > 0 ? errors : [text]) {
          if (words.trim() !== "" && words !== state.lastText)
            context.say(null, noteSection(FAILURE, words, "note", "bad"));
        }
      }
      const used = tokensOf(event);
      const isGood = outcome === "success";
      const facts = [
        WORDS[outcome],
        outcome !== "error" || errors.length > 0 || event.subtype === "success" ? undefined : reasonOf(event.subtype),
        money(event.costUsd),
        `${count(used.in)} tokens in, ${count(used.out)} out`,
        event.durationMs === undefined ? undefined : duration(event.durationMs),
      ];
      context.say(null, {
        kind: "end",
        lines: (width) => marked([isGood ? span("✓ ", "good") : span("✗ ", "bad")], flow(facts, width - 2)),
      });
    },
  };
}

/** `error_max_turns` is "max turns". */
function reasonOf(subtype: string): string {
  return oneLine(subtype.replaceAll("_", " ").replace(/^error /, ""));
}

interface Tokens {
  readonly in: number;
  readonly out: number;
}

/**
 * Tokens of each turn, all models and agents together. The wire counts them for the whole process, so a turn is a
 * difference; where it does not, the turn's own figures of the main agent have to do.
 */
function createTokenCount(): (event: EventOf<"turn-end">) => Tokens {
  let before: Tokens = { in: 0, out: 0 };
  return ({ modelUsage, usage }) => {
    const models = Object.values(modelUsage);
    if (models.length === 0) return ofTurn(usage);
    const now = models
      .map(ofModel)
      .reduce((sum, { in: input, out }) => ({ in: sum.in + input, out: sum.out + out }), NONE);
    // `/clear` begins to count anew.
    const isReset = now.in < before.in || now.out < before.out;
    const turn = isReset ? now : { in: now.in - before.in, out: now.out - before.out };
    before = now;
    return turn;
  };
}

const NONE: Tokens = { in: 0, out: 0 };

/** Fields that a stream left out, or that are no numbers, count nothing. */
function ofModel(model: Partial<ModelUsage> | null): Tokens {
  const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens } = model ?? {};
  return {
    in: number(inputTokens) + number(cacheReadInputTokens) + number(cacheCreationInputTokens),
    out: number(outputTokens),
  };
}

function ofTurn(usage: TokenUsage | undefined): Tokens {
  if (usage === undefined) return NONE;
  return { in: usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens, out: usage.outputTokens };
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

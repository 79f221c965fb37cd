// The end of a turn: what went wrong, and the line with cost, tokens and time.

import type { DeferredCall, TurnOutcome } from "@unspool/protocol";
import { span } from "../terminal/style.ts";
import { flow } from "./flow.ts";
import { count, duration, money } from "./figures.ts";
import { FAILURE, noteSection, WARNING } from "./notes.ts";
import { marked } from "./section.ts";
import { endSpeech, textSections } from "./speech.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { oneLine } from "./text.ts";
import { inputSummary, toolName } from "./tool-call.ts";
import { createTurnTokens } from "./turn-tokens.ts";
import { closeOpenWork } from "./work.ts";

const WORDS: Readonly<Record<TurnOutcome, string>> = { success: "done", error: "failed", interrupted: "interrupted" };

export function turnHandlers(context: ViewContext): Handlers {
  const { state, options } = context;
  const tokensOf = createTurnTokens();
  return {
    "turn-end": (event) => {
      endSpeech(context);
      const { deferred } = event;
      // It was not cut off: what it waits for is said below.
      if (deferred !== undefined) {
        const { toolUseId: id, name, input } = deferred;
        state.calls.delete(id);
        state.deferredCall = { id, name, input, agent: event.agent, characters: 0 };
      }
      closeOpenWork(context, false, event);
      state.prompts.endTurn();
      state.isTurnOpen = false;
      state.outputTokens = 0;
      state.outcome = event.outcome;
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
      if (deferred !== undefined) context.say(null, noteSection(WARNING, deferredWords(deferred, state.folder)));
      const used = tokensOf(event, state.messageTokens);
      state.messageTokens = { in: 0, out: 0 };
      const isGood = outcome === "success";
      const facts = [
        WORDS[outcome],
        outcome !== "error" || errors.length > 0 || event.subtype === "success" ? undefined : reasonOf(event.subtype),
        // Qwen Code tells no cost.
        event.totalCostUsd === undefined && event.costUsd === 0 ? undefined : money(event.costUsd),
        // None: nothing was asked of a model, or nobody tells.
        used.in + used.out === 0 ? undefined : `${count(used.in)} tokens in, ${count(used.out)} out`,
        event.durationMs === undefined ? undefined : duration(event.durationMs),
      ];
      context.say(null, {
        kind: "end",
        lines: (width) => marked([isGood ? span("✓ ", "good") : span("✗ ", "bad")], flow(facts, width - 2)),
      });
    },
  };
}

function deferredWords({ name, input }: DeferredCall, folder: string | undefined): string {
  const what = [toolName(name), inputSummary(input, name, folder)].filter(Boolean).join(" ");
  return `Waiting for approval: ${what}. It has not run; resume the session to decide.`;
}

/** `error_max_turns` is "max turns". */
function reasonOf(subtype: string): string {
  return oneLine(subtype.replaceAll("_", " ").replace(/^error /, ""));
}

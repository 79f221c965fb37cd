// Handles the end of a turn: prints errors and the line with cost, tokens and duration.

import type { DeferredCall, TurnOutcome } from "@unspool/protocol";
import { span } from "../../terminal/style.ts";
import { wrapFacts } from "../../terminal/wrap.ts";
import { formatCount, formatDuration, formatUsd } from "../../output/format-numbers.ts";
import { FAILURE, createNoteSection, WARNING } from "../sections/note-section.ts";
import { withSign } from "../sections/section.ts";
import { createTextSections } from "../sections/text-section.ts";
import { flushAfterText } from "./text-handlers.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { toOneLine } from "../../terminal/clean-text.ts";
import { summarizeInput, formatToolName } from "../content/tool-summary.ts";
import { createTurnTokenCounter } from "../content/turn-tokens.ts";
import { closeOpenCalls } from "./tool-handlers.ts";

const OUTCOME_TEXTS: Readonly<Record<TurnOutcome, string>> = {
  success: "done",
  error: "failed",
  interrupted: "interrupted",
};

export function createTurnHandlers(context: ViewContext): Handlers {
  const { state, options } = context;
  const countTokens = createTurnTokenCounter();
  return {
    "turn-end": (event) => {
      flushAfterText(context);
      const { deferred } = event;
      // A deferred call was not cut off: the note below says what it waits for.
      if (deferred !== undefined) {
        const { toolUseId: id, name, input } = deferred;
        state.calls.delete(id);
        state.deferredCall = { id, name, input, agent: event.agent, characters: 0 };
      }
      closeOpenCalls(context, false, event);
      state.prompts.endTurn();
      state.isTurnOpen = false;
      state.outputTokens = 0;
      state.outcome = event.outcome;
      state.turnStartedAtMs = undefined;
      const { outcome, errors, text } = event;
      // Text of the CLI itself: the output of a slash command, or of a hook that blocked the prompt.
      if (
        outcome === "success" &&
        !state.hasShownText &&
        text !== state.lastText &&
        event.structuredOutput === undefined
      ) {
        for (const section of createTextSections(text, options.isColoured === true)) context.print(null, section);
      }
      state.hasShownText = false;
      if (outcome === "error") {
        for (const error of errors.length > 0 ? errors : [text]) {
          if (error.trim() !== "" && error !== state.lastText)
            context.print(null, createNoteSection(FAILURE, error, "note", "bad"));
        }
      }
      if (deferred !== undefined)
        context.print(null, createNoteSection(WARNING, describeDeferred(deferred, state.folder)));
      const used = countTokens(event, state.messageTokens);
      state.messageTokens = { in: 0, out: 0 };
      const isGood = outcome === "success";
      const facts = [
        OUTCOME_TEXTS[outcome],
        outcome !== "error" || errors.length > 0 || event.subtype === "success"
          ? undefined
          : formatSubtype(event.subtype),
        // Qwen Code reports no cost.
        event.totalCostUsd === undefined && event.costUsd === 0 ? undefined : formatUsd(event.costUsd),
        // 0 tokens: no model was called, or the CLI reports none.
        used.in + used.out === 0 ? undefined : `${formatCount(used.in)} tokens in, ${formatCount(used.out)} out`,
        event.durationMs === undefined ? undefined : formatDuration(event.durationMs),
      ];
      context.print(null, {
        kind: "end",
        lines: (width) => withSign([isGood ? span("✓ ", "good") : span("✗ ", "bad")], wrapFacts(facts, width - 2)),
      });
    },
  };
}

function describeDeferred({ name, input }: DeferredCall, folder: string | undefined): string {
  const what = [formatToolName(name), summarizeInput(input, name, folder)].filter(Boolean).join(" ");
  return `Waiting for approval: ${what}. It has not run; resume the session to decide.`;
}

/** Formats `error_max_turns` as "max turns". */
function formatSubtype(subtype: string): string {
  return toOneLine(subtype.replaceAll("_", " ").replace(/^error /, ""));
}

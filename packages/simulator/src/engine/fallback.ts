// `--fallback-model`: another model answers the rest of the turn when the first is overloaded, fails or is not there.

import type { ApiError } from "../scenario/types.ts";
import type { Failure } from "./failures.ts";
import { contextWindowOf, resolveModel } from "./lines/models.ts";
import { mannersOf } from "./manners.ts";
import { modelName } from "./model-name.ts";
import type { Session } from "./session.ts";

/** So often an overloaded model is asked before another is. */
const OVERLOADS = 3;

/**
 * What a refusal leads to, the `refusals`-th of this model for this answer: the other model speaks from now on, or the
 * turn fails, as 2.1.74 does, which means to change and does not. Undefined: nothing.
 */
export function fallBackTo(session: Session, error: ApiError, refusals: number): "fallen" | Failure | undefined {
  const { options, order, model } = session;
  if (options.fallbackModel === undefined || session.fallenFrom !== undefined || order.fallsBack === "never")
    return undefined;
  const trigger = triggerOf(error);
  const fallback = resolveModel(options.fallbackModel, options.version);
  if (trigger === undefined || fallback === model) return undefined;
  if (trigger === "overloaded" ? refusals < OVERLOADS : order.fallsBack !== "all") return undefined;
  if (order.fallsBack === "fails") {
    if (!model.includes("opus")) return undefined;
    return {
      text: `API Error: Model fallback triggered: ${model} -> ${options.fallbackModel}`,
      error: { kind: "unknown" },
    };
  }
  session.fallenFrom = model;
  session.model = fallback;
  const fields = { trigger, original_model: model, fallback_model: fallback };
  session.output.write(
    session.lines.system("model_fallback", { ...fields, content: wordsFor(session, trigger, model, fallback) }),
  );
  return "fallen";
}

function triggerOf({ status }: ApiError): string | undefined {
  if (status === 529) return "overloaded";
  if (status === 404) return "model_not_found";
  return status >= 500 ? "server_error" : undefined;
}

function wordsFor({ options }: Session, trigger: string, from: string, to: string): string {
  const manners = mannersOf(options.version);
  const name = from.endsWith("[1m]") ? `${modelName(from)} (1M context)` : modelName(from);
  const reason = trigger === "model_not_found" ? `because ${name} is not available` : `due to high demand for ${name}`;
  const [before, after] = [contextWindowOf(manners, from), contextWindowOf(manners, to)];
  const window = after < before ? ` · context window ${sizeOf(before)} → ${sizeOf(after)} tokens` : "";
  return `Switched to ${modelName(to)} ${reason}${manners.choose({ "1.0.128": "", "2.1.325": window })}`;
}

function sizeOf(tokens: number): string {
  return tokens < 1_000_000 ? `${tokens / 1000}K` : `${tokens / 1_000_000}M`;
}

// `--fallback-model`: another model replies for the rest of the turn when the first is overloaded, fails or does not
// exist.

import type { ApiError } from "../../scenario/types.ts";
import type { Failure } from "./api-failures.ts";
import { formatModelName, getContextWindow, resolveModel } from "../versions/models.ts";
import type { Session } from "../sessions/session.ts";

/** Number of overload errors after which the fallback model is used. */
const MAX_OVERLOADS = 3;

/**
 * Handles the `refusals`-th refusal of this model for this answer. Returns `fallen` if the fallback model replies from
 * now on, or a failure that ends the turn: 2.1.74 announces the fallback but does not switch. Undefined: no change.
 */
export function switchToFallback(session: Session, error: ApiError, refusals: number): "fallen" | Failure | undefined {
  const { options, ordering, model } = session;
  if (
    options.fallbackModel === undefined ||
    session.modelBeforeFallback !== undefined ||
    ordering.fallsBack === "never"
  )
    return undefined;
  const trigger = getTrigger(error);
  const fallback = resolveModel(options.fallbackModel, options.version);
  if (trigger === undefined || fallback === model) return undefined;
  if (trigger === "overloaded" ? refusals < MAX_OVERLOADS : ordering.fallsBack !== "all") return undefined;
  if (ordering.fallsBack === "fails") {
    if (!model.includes("opus")) return undefined;
    return {
      text: `API Error: Model fallback triggered: ${model} -> ${options.fallbackModel}`,
      error: { kind: "unknown" },
    };
  }
  session.modelBeforeFallback = model;
  session.model = fallback;
  const fields = { trigger, original_model: model, fallback_model: fallback };
  session.output.write(
    session.lines.system("model_fallback", { ...fields, content: formatNotice(session, trigger, model, fallback) }),
  );
  return "fallen";
}

function getTrigger({ status }: ApiError): string | undefined {
  if (status === 529) return "overloaded";
  if (status === 404) return "model_not_found";
  return status >= 500 ? "server_error" : undefined;
}

function formatNotice({ quirks }: Session, trigger: string, from: string, to: string): string {
  const name = from.endsWith("[1m]") ? `${formatModelName(from)} (1M context)` : formatModelName(from);
  const reason = trigger === "model_not_found" ? `because ${name} is not available` : `due to high demand for ${name}`;
  const [before, after] = [getContextWindow(quirks, from), getContextWindow(quirks, to)];
  const window = after < before ? ` · context window ${formatTokens(before)} → ${formatTokens(after)} tokens` : "";
  return `Switched to ${formatModelName(to)} ${reason}${quirks.has("reportsWindowChange") ? window : ""}`;
}

function formatTokens(tokens: number): string {
  return tokens < 1_000_000 ? `${tokens / 1000}K` : `${tokens / 1_000_000}M`;
}

// A failed turn rejects with a TurnError that carries everything received so far; with `reject: false` it resolves with it.
import { claude, isTurnError } from "@unspool/client";

try {
  await claude.ask("Do it", { signal: AbortSignal.timeout(60_000) });
} catch (error) {
  if (!isTurnError(error)) throw error;
  console.log(error.code, error.text, error.toolCalls.length, error.costUsd);
}

// `retry` asks an overloaded API again, as long as the prompt had no effects.
const result = await claude.ask("Do it", { reject: false, retry: true });
console.log(result.outcome === "success" ? result.text : result.code);

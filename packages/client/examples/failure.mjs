// A failed turn is an error with everything that had come; or a result, if that is easier.
import { claude, TurnError } from "@unspool/client";

try {
  await claude.ask("Do it", { signal: AbortSignal.timeout(60_000) });
} catch (error) {
  if (!(error instanceof TurnError)) throw error;
  console.log(error.code, error.text, error.toolCalls.length, error.costUsd);
}

const result = await claude.ask("Do it", { reject: false });
console.log(result.outcome === "success" ? result.text : result.code);

// A failed turn is an error with everything that had come; or a result, if that is easier.
import { claude, isTurnError } from "@unspool/client";

try {
  await claude.ask("Do it", { signal: AbortSignal.timeout(60_000) });
} catch (error) {
  if (!isTurnError(error)) throw error;
  console.log(error.code, error.text, error.toolCalls.length, error.costUsd);
}

// An API that is overloaded is asked again, as long as nothing was done.
const result = await claude.ask("Do it", { reject: false, retry: true });
console.log(result.outcome === "success" ? result.text : result.code);

// Retries and rate limits on screen: how a turn survives an overloaded API and an exhausted plan.
//
//   npm run example -- retries                        on the simulator, free: an overloaded API, then an exhausted plan
//   npm run example -- retries --claude "Say hello"   with your own claude
//
// The CLI retries an overloaded API itself. `waitForRateLimit` waits for the reset of an exhausted plan and sends the prompt
// again, but only if no tool has run yet and the wait is not longer than you allow.
import { claude, type Turn, type TurnResult } from "unspool";
import type { RateLimitEvent, RetryEvent } from "@unspool/protocol";

const session = claude.session({ waitForRateLimit: { maxWaitMs: 60_000 } });
for (const prompt of process.argv.length > 2 ? process.argv.slice(2) : ["Say hello", "Say it again", "And again"]) {
  console.log(`> ${prompt}`);
  try {
    console.log(`  ${(await follow(session.ask(prompt))).text}`);
  } catch (error) {
    // The plan stays exhausted for longer than we wait, or the API does not recover.
    console.log(`  gave up: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
const { rateLimits } = session.state;
for (const limit of rateLimits) console.log(`plan: ${describeLimit(limit)}`);
await session.close();

/** Prints retries and rate limits during the turn. */
async function follow(turn: Turn): Promise<TurnResult> {
  for await (const event of turn) {
    if (event.type === "retry") console.log(`  … ${describeRetry(event)}`);
    if (event.type === "rate-limit" && event.status !== "allowed") console.log(`  ! ${describeLimit(event)}`);
  }
  return await turn;
}

function describeRetry({ status, attempt, maxRetries, delayMs = 0, error }: RetryEvent): string {
  const reason = status === null ? "no connection" : `HTTP ${status}`;
  return `${reason} (${error ?? "unknown"}), attempt ${attempt} of ${maxRetries ?? "?"}, again in ${(delayMs / 1000).toFixed(1)} s`;
}

function describeLimit({ window, status, utilization, resetsAt }: RateLimitEvent): string {
  const used = utilization === undefined ? "" : `, ${Math.round(utilization * 100)}% used`;
  const reset = resetsAt === undefined ? "" : `, resets ${new Date(resetsAt * 1000).toISOString()}`;
  return `${window ?? "limit"} ${status}${used}${reset}`;
}

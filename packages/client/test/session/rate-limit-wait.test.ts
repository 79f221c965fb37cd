import { loadReadyMade, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { SYSTEM_CLOCK, type Clock } from "../../src/clock.ts";
import type { Session } from "../../src/session/types.ts";

/** Time of the scenario's reset. */
const RESET_MS = 1_794_800_000_000;
const HOUR_MS = 3_600_000;

/** A clock that stands an hour before the reset. Tests fire the timer of the wait by hand. */
function waitingClock(): Clock & { readonly waits: Set<() => void> } {
  const waits = new Set<() => void>();
  return {
    waits,
    now: () => RESET_MS - HOUR_MS,
    after(ms, callback, options) {
      if (ms < HOUR_MS) return SYSTEM_CLOCK.after(ms, callback, options);
      const fire = (): void => {
        waits.delete(fire);
        callback();
      };
      waits.add(fire);
      return () => waits.delete(fire);
    },
  };
}

/** A session whose first turn was refused and waits. */
async function refused(): Promise<{ session: Session; clock: ReturnType<typeof waitingClock>; prompts: string[] }> {
  const clock = waitingClock();
  const start = spawnSimulated({ scenario: await loadReadyMade("rate-limit-rejected") });
  const prompts: string[] = [];
  const claude = createClaude({
    clock,
    waitForRateLimit: true,
    env: { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: "made-up" },
    spawn(launch) {
      const started = start(launch);
      const write = (lines: string): unknown => {
        prompts.push(...lines.split("\n").filter((line) => line.includes('"type":"user"')));
        return started.stdin.write(lines);
      };
      return { ...started, stdin: { write, end: () => started.stdin.end() } };
    },
  });
  return { session: claude.session(), clock, prompts };
}

const untilWaiting = (session: Session, clock: ReturnType<typeof waitingClock>): Promise<void> =>
  new Promise((resolve) => {
    session.subscribe(() => queueMicrotask(() => (clock.waits.size > 0 ? resolve() : undefined)));
  });

test("a turn that a rate limit has refused is sent again after the reset, once", async () => {
  const { session, clock, prompts } = await refused();
  const turn = session.ask("Say something.");
  await untilWaiting(session, clock);
  for (const fire of clock.waits) fire();
  expect((await turn).text).toBe("Back again.");
  expect(prompts).toHaveLength(2);
  await session.close();
});

test("a turn that waits for a reset ends when its signal is aborted, and is not sent again", async () => {
  const { session, clock, prompts } = await refused();
  const abort = new AbortController();
  const turn = session.ask("Say something.", { signal: abort.signal });
  await untilWaiting(session, clock);
  abort.abort();
  await expect(turn).rejects.toMatchObject({ code: "aborted" });
  expect((await session.ask("And now?")).text).toBe("Back again.");
  expect(prompts.map((line) => line.includes("And now?"))).toEqual([false, true]);
  await session.close();
});

test("a turn that waits for a reset can be interrupted", async () => {
  const { session, clock } = await refused();
  const turn = session.ask("Say something.");
  await untilWaiting(session, clock);
  await turn.interrupt();
  await expect(turn).rejects.toMatchObject({ code: "interrupted" });
  await session.close();
});

test("an interrupt of the session stops a turn that waits for a reset", async () => {
  const { session, clock } = await refused();
  const turn = session.ask("Say something.", { reject: false });
  await untilWaiting(session, clock);
  await session.interrupt();
  expect(await turn).toMatchObject({ code: "interrupted" });
  await session.close();
});

test("closing a session that waits for a reset leaves no timer behind", async () => {
  const { session, clock } = await refused();
  const turn = session.ask("Say something.");
  await untilWaiting(session, clock);
  await Promise.allSettled([session.close(), turn]);
  await expect(turn).rejects.toMatchObject({ code: "session-closed" });
  expect(clock.waits.size).toBe(0);
});

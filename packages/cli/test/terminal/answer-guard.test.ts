// How long keys are ignored after a question has appeared.
import type { Clock } from "@unspool/client";
import { expect, it } from "vitest";
import { createAnswerGuard } from "../../src/terminal/answer-guard.ts";

function manualClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  const timers = new Map<() => void, number>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = (): void => callback();
      timers.set(timer, now + ms);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const [timer, at] of timers) {
        if (at > now) continue;
        timers.delete(timer);
        timer();
      }
    },
  };
}

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("the answer guard is up for 400 ms, and until buffered input has been read", async () => {
  const clock = manualClock();
  let downs = 0;
  const guard = createAnswerGuard(clock, () => (downs += 1));
  expect(guard.isUp).toBe(false);
  guard.raise();
  clock.pass(399);
  await nextRound();
  expect([guard.isUp, downs]).toEqual([true, 0]);
  clock.pass(1);
  expect(guard.isUp).toBe(true);
  await nextRound();
  expect([guard.isUp, downs]).toEqual([false, 1]);
});

it("the answer guard restarts with the next question, even at the moment of its end", async () => {
  const clock = manualClock();
  const guard = createAnswerGuard(clock, () => undefined);
  guard.raise();
  clock.pass(400);
  guard.raise();
  await nextRound();
  expect(guard.isUp).toBe(true);
  clock.pass(400);
  await nextRound();
  expect(guard.isUp).toBe(false);
});

it("the answer guard stays up while the person keeps typing", async () => {
  const clock = manualClock();
  const guard = createAnswerGuard(clock, () => undefined);
  guard.raise();
  for (let key = 0; key < 5; key += 1) {
    clock.pass(300);
    await nextRound();
    expect(guard.swallowsKey()).toBe(true);
  }
  clock.pass(400);
  await nextRound();
  expect(guard.swallowsKey()).toBe(false);
});

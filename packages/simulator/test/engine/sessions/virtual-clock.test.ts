import { describe, expect, it } from "vitest";
import { createVirtualClock, createVirtualSleep } from "../../../src/engine/sessions/virtual-clock.ts";
import { playAll } from "../play.ts";

async function recordOrder(delays: readonly number[]): Promise<readonly number[]> {
  const sleep = createVirtualSleep();
  const woken: number[] = [];
  await Promise.all(
    delays.map(async (ms, index) => {
      await sleep(ms);
      woken.push(index);
    }),
  );
  return woken;
}

describe("the virtual clock", () => {
  it("wakes sleepers by due time, and equal ones in the order of their calls", async () => {
    expect(await recordOrder([100, 0, 50, 0, 100])).toEqual([1, 3, 2, 0, 4]);
  });

  it("starts a second delay where the first has ended", async () => {
    const sleep = createVirtualSleep();
    const woken: string[] = [];
    const twice = async (): Promise<void> => {
      await sleep(30);
      await sleep(30);
      woken.push("twice 30");
    };
    const once = async (ms: number): Promise<void> => {
      await sleep(ms);
      woken.push(`once ${ms}`);
    };
    await Promise.all([once(61), twice(), once(59)]);
    expect(woken).toEqual(["once 59", "twice 30", "once 61"]);
  });

  it("drops a sleeper whose signal is aborted", async () => {
    const clock = createVirtualClock();
    const leaving = new AbortController();
    const left = clock.sleep(10, leaving.signal);
    expect(clock.nextInMs).toBe(10);
    leaving.abort();
    await left;
    await clock.sleep(10, leaving.signal);
    expect([clock.nextInMs, clock.wakeNext()]).toEqual([undefined, false]);
  });
});

describe("time in a session", () => {
  const measureDuration = async (...delays: readonly number[]): Promise<number> => {
    const calls = delays.map((durationMs) => ({ tool: "Read", input: { file_path: "/a" }, result: "a", durationMs }));
    const playing = await playAll([{ replies: [calls, "done"] }], ["go"]);
    return playing.results()[0]?.["duration_ms"] as number;
  };

  it("calls that run in parallel take only the time of the longest", async () => {
    const one = await measureDuration(1000);
    const beside = (await measureDuration(1000, 900)) - one;
    expect(one).toBeGreaterThanOrEqual(1000);
    expect(beside).toBeLessThan(100);
  });
});

// Retries of a prompt: when they happen, when not, and what is counted.
import type { Event } from "@unspool/protocol";
import { say, scenario, type Scenario } from "@unspool/simulator";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { SYSTEM_CLOCK, type Clock } from "../../src/clock.ts";
import { tool } from "../../src/control/tools/tool.ts";
import type { AskOptions, SessionOptions } from "../../src/options/options.ts";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { collect, countedSpawn, until } from "./support.ts";

/** Waits for an attempt are told by hand, or pass at once; all others are the system's. */
function retryClock(isAuto = true): Clock & { readonly waits: number[]; readonly pending: Set<() => void> } {
  const waits: number[] = [];
  const pending = new Set<() => void>();
  return {
    waits,
    pending,
    now: () => Date.now(),
    after(ms, callback, options) {
      // Nothing else in these sessions waits between 100 and 200 seconds.
      if (ms < 100_000 || ms > 200_000) return SYSTEM_CLOCK.after(ms, callback, options);
      waits.push(ms);
      const fire = (): void => void (pending.delete(fire) && callback());
      pending.add(fire);
      if (isAuto) setImmediate(fire);
      return () => pending.delete(fire);
    },
  };
}

const overloaded = scenario().turn(say.error(529));
const answer = scenario().turn(say.text("At last."));
const DELAYS = { delayMs: 200_000, maxDelayMs: 200_000 };

function played(attempts: readonly Scenario[], options: SessionOptions = {}, isAuto = true, version = "2.1.325") {
  const clock = retryClock(isAuto);
  const counted = countedSpawn((start) => ({ scenario: attempts[start - 1] ?? answer, version }));
  const defaults: SessionOptions = {
    spawn: counted.spawn,
    clock,
    env: { CLAUDE_CODE_MAX_RETRIES: "0" },
    permissionMode: "bypassPermissions",
    ...options,
  };
  return { ...counted, clock, claude: createClaude(defaults) };
}

describe("a prompt with `retry`", () => {
  test("is asked again in a new session until it is answered", async () => {
    const { claude, counts, clock } = played([overloaded, overloaded]);
    const result = await claude.ask("Go.", { retry: DELAYS });
    expect([result.text, counts.started, clock.waits.length]).toEqual(["At last.", 3, 2]);
    expect(result.warnings.map(({ code }) => code)).toEqual(["retried", "retried"]);
    for (const ms of clock.waits) expect(ms >= 100_000 && ms <= 200_000).toBe(true);
    await until(() => counts.alive === 0);
  });

  test("is asked again even if tools of the host were offered and hooks were called", async () => {
    const hooks: string[] = [];
    const { claude, counts } = played([overloaded], {
      tools: [tool("add", { type: "object" }, () => "3", { description: "Adds" })],
      hooks: { UserPromptSubmit: { run: ({ hook_event_name: name }) => void hooks.push(name) } },
    });
    expect((await claude.ask("Go.", { retry: DELAYS })).text).toBe("At last.");
    expect([counts.started, hooks]).toEqual([2, ["UserPromptSubmit", "UserPromptSubmit"]]);
  });

  test("never has two processes at once", async () => {
    const { claude, counts } = played([overloaded, overloaded]);
    await claude.ask("Go.", { retry: DELAYS });
    expect(counts.mostAlive).toBe(1);
  });

  test("fails with the last error when its attempts are used up", async () => {
    const { claude, counts } = played([overloaded, overloaded, overloaded]);
    const error = await claude.ask("Go.", { retry: { ...DELAYS, maxAttempts: 2 }, reject: false });
    expect(error).toMatchObject({ code: "turn-failed", status: 529, isTransient: true, details: { attempts: 2 } });
    expect(counts.started).toBe(2);
  });

  test("rejects after the events of all attempts, and so does its event stream", async () => {
    const { claude } = played([overloaded, overloaded]);
    const turn = claude.ask("Go.", { retry: { ...DELAYS, maxAttempts: 2 } });
    const seen: Event[] = [];
    const read = async (): Promise<void> => {
      for await (const event of turn) seen.push(event);
    };
    await expect(read()).rejects.toMatchObject({ status: 529 });
    await expect(turn).rejects.toMatchObject({ status: 529 });
    expect(seen.filter(({ type }) => type === "turn-end")).toHaveLength(2);
    expect(turn.status).toBe("ended");
  });

  test("gives each reader the events of all attempts", async () => {
    const { claude } = played([overloaded]);
    const turn = claude.ask("Go.", { retry: DELAYS });
    const [first, second] = await Promise.all([collect(turn), collect(turn.events)]);
    expect(first.flatMap((event) => (event.type === "turn-end" ? [event.outcome] : []))).toEqual(["error", "success"]);
    expect(second).toEqual(first);
  });

  test("is one response, which a reader can resume after any message", async () => {
    const { claude } = played([overloaded]);
    const turn = claude.ask("Go.", { retry: DELAYS });
    const messages = (await turn.toResponse().text()).split("\n\n").filter((text) => text.startsWith("id:"));
    expect(messages.filter((text) => text.includes("event: turn-end"))).toHaveLength(2);
    expect(messages.at(-1)).toContain("event: result");
    for (const [index, message] of messages.entries()) {
      const lastEventId = /^id: ?(.*)$/m.exec(message)?.[1] ?? null;
      const rest = (await turn.toResponse({ lastEventId }).text()).split("\n\n").filter((text) => text !== "");
      expect(rest).toEqual(messages.slice(index + 1));
    }
  });

  test.each<[string, Scenario, string]>([
    ["an error that stays", scenario().turn(say.error(400)), "Go."],
    ["a call that has run", scenario().turn(say.tool("Read", { file_path: "a" }, "x"), say.error(529)), "Go."],
    ["a slash command", overloaded, "/review"],
  ])("is not asked again after %s", async (_what, plays, prompt) => {
    const { claude, counts } = played([plays]);
    const error = await claude.ask(prompt, { retry: DELAYS, reject: false });
    expect([error.outcome, counts.started]).toEqual(["error", 1]);
  });

  test.each(["abort", "interrupt"] as const)("can be given up while it waits: %s", async (how) => {
    const { claude, counts, clock } = played([overloaded], {}, false);
    const abort = new AbortController();
    const turn = claude.ask("Go.", { retry: DELAYS, signal: abort.signal, reject: false });
    await until(() => clock.pending.size > 0);
    expect(turn.status).toBe("running");
    if (how === "abort") abort.abort();
    else await turn.interrupt();
    expect(await turn).toMatchObject({
      code: how === "abort" ? "aborted" : "interrupted",
      outcome: "interrupted",
      isTransient: false,
    });
    expect([counts.started, clock.pending.size]).toEqual([1, 0]);
  });

  test("is not asked again when its budget is used up", async () => {
    const breaking = scenario().turn(say.breaks(6), say.thinking("Let me see."), say.text("Words.", ["Wor", "ds."]));
    const play = (messages: number) => played([breaking], { budget: { messages } }, true, "2.1.200");
    const [poor, rich] = [play(1), play(2)];
    const error = await poor.claude.ask("Go.", { retry: DELAYS, reject: false });
    expect([error.outcome, poor.counts.started]).toEqual(["error", 1]);
    expect((await rich.claude.ask("Go.", { retry: DELAYS })).text).toBe("At last.");
  });

  test("is asked again for each input of a map on its own", async () => {
    const { claude, counts } = played([overloaded, overloaded]);
    const items = await claude.map(["a", "b"], (input) => input, { concurrency: 1, retry: DELAYS });
    expect(items.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(counts.started).toBe(4);
  });

  test.each<[AskOptions, RegExp]>([
    [{ retry: true, resume: "5c57a276-0000-4000-8000-000000000001" }, /asks again in a new session/],
    [{ retry: true, sessionId: "5c57a276-0000-4000-8000-000000000001" }, /asks again in a new session/],
    [{ retry: { maxAttempts: 0 } }, /`retry\.maxAttempts` must be a whole number of at least 1/],
    [{ retry: { attempts: 2 } as object }, /no `attempts` in the option `retry`/],
  ])("refuses %j", async (options, words) => {
    const { claude, counts } = played([]);
    await expect(claude.ask("Go.", options)).rejects.toThrow(words);
    expect(counts.started).toBe(0);
  });

  test("is not accepted by a session", () => {
    const { claude } = played([]);
    expect(() => claude.session({ retry: true } as SessionOptions)).toThrow(
      /give it to `claude\.ask` or `claude\.map`/,
    );
  });
});

/** What one attempt does: calls, talk, and then an end. A connection that breaks in the middle of a message leaves its talk. */
const attempt = fc.record({
  calls: fc.integer({ min: 0, max: 2 }),
  thinks: fc.boolean(),
  end: fc.constantFrom(529, 500, 429, 400, "broken", "answered"),
});

type Plan = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

function createScenario({ calls, thinks, end }: Plan): Scenario {
  const called = Array.from({ length: calls }, () => [say.next(), say.tool("Read", { file_path: "a" }, "x")]).flat();
  const talk = [
    ...(thinks ? [say.thinking("Let me see.")] : []),
    say.text("Words and words.", ["Words ", "and ", "words."]),
  ];
  if (typeof end === "number") return scenario().turn(...called, say.error(end));
  return scenario().turn(...called, end === "broken" ? say.breaks(6) : say.next(), ...talk);
}

/** The events of each attempt: a turn has one end. */
function byAttempt(events: readonly Event[]): readonly (readonly Event[])[] {
  const attempts: Event[][] = [[]];
  for (const event of events) {
    if (attempts.at(-1)?.at(-1)?.type === "turn-end") attempts.push([]);
    attempts.at(-1)?.push(event);
  }
  return attempts;
}

test("a retry never follows an effect, never exceeds its attempts, and counts every attempt", async () => {
  let retries = 0;
  const plans = fc.array(attempt, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 4 }), async (plan, maxAttempts) => {
      const { claude, counts } = played(plan.map(createScenario), {}, true, "2.1.200");
      const turn = claude.ask("Go.", { retry: { ...DELAYS, maxAttempts }, reject: false });
      const [events, settled] = await Promise.all([collect(turn), turn]);
      const attempts = byAttempt(events);
      retries += attempts.length - 1;
      expect([attempts.length, attempts.length <= maxAttempts]).toEqual([counts.started, true]);
      for (const former of attempts.slice(0, -1)) {
        expect(former.filter(({ type }) => type.startsWith("tool-") || type.startsWith("task-"))).toEqual([]);
        expect(former.at(-1)).toMatchObject({ type: "turn-end", outcome: "error" });
      }
      // Nothing that could have been asked again was given up.
      if (settled.outcome !== "success" && settled.isTransient && attempts.length < maxAttempts) {
        expect(settled.toolCalls.length).toBeGreaterThan(0);
      }
      const costs = events.flatMap((event) => (event.type === "turn-end" ? [event.costUsd] : []));
      const sum = costs.reduce((all, cost) => all + cost, 0);
      expect(settled.costUsd).toBeCloseTo(sum, 9);
      expect(settled.usageByModel.reduce((all, { costUsd }) => all + costUsd, 0)).toBeCloseTo(sum, 9);
      await until(() => counts.alive === 0);
    }),
    { numRuns: scaleSlowRuns(60), seed: getSeed() },
  );
  expect(retries).toBeGreaterThan(0);
}, 120_000);

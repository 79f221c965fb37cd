// Bugs found by the chaos run, the property tests and real CLIs, each as the smallest session that shows it.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { QuietWait } from "../../src/transport/quiet-wait.ts";
import { EventLog } from "../../src/turn/event-log.ts";
import { countingClock } from "../chaos/pending.ts";

const long = scenario("long")
  .turn(say.text("word ".repeat(2000)))
  .turn(say.text("Short."));

test("an interrupt leaves no timer behind that would keep Node alive", async () => {
  const clock = countingClock();
  const session = createClaude({ spawn: spawnSimulated({ scenario: long }), clock }).session();
  const turn = session.ask("Talk.", { reject: false });
  for await (const event of turn) if (event.type === "text-delta") break;
  await turn.interrupt();
  await session.close();
  expect(clock.timers).toEqual([]);
});

test("asking a session that is closing does not affect the running turn", async () => {
  const session = createClaude({ spawn: spawnSimulated({ scenario: long }) }).session();
  const running = session.ask("Talk.");
  for await (const event of running) if (event.type === "text-delta") break;
  const closed = session.close();
  await expect(session.ask("Too late.")).rejects.toMatchObject({ code: "session-closed" });
  await expect(session.ask("Too late.", { when: "steer" })).rejects.toMatchObject({ code: "session-closed" });
  await closed;
  expect((await running).outcome).toBe("success");
});

test("a finished wait for quiet does not start again when its reader resumes", () => {
  const clock = countingClock();
  const wait = new QuietWait(clock, 1000, () => undefined);
  wait.isPaused = true;
  wait.end();
  wait.isPaused = false;
  expect(clock.timers).toEqual([]);
});

test("the lag of a reader counts all chunks of a line, not only the last one", () => {
  const log = new EventLog<string>({ maxBehind: 100, maxKept: 0, onProgress: () => undefined });
  const reader = log.read();
  for (let piece = 0; piece < 10; piece += 1) log.flush(20);
  log.add("the line");
  log.flush(1);
  expect(log.isBehind).toBe(true);
  void reader.return?.();
  // Nobody's distance: a later reader begins at 0.
  log.flush(1000);
  const later = log.read();
  log.add("the next line");
  log.flush(1);
  expect(log.isBehind).toBe(false);
  void later.return?.();
});

test("an ask can resume the session of an earlier ask whose process has not exited yet", async () => {
  await using fake = fakeClaude({ scenario: "conversation" });
  const claude = createClaude({ executable: fake.path, env: { ANTHROPIC_API_KEY: "made-up" } });
  const first = await claude.ask("What is the colour of the sky?");
  const second = await claude.ask("And that of grass?", { resume: first.sessionId ?? "" });
  expect(second.sessionId).toBe(first.sessionId);
});

test("a turn fails if the CLI reports that it is idle without a result", async () => {
  const spawn = spawnSimulated({ scenario: long, faults: [{ fault: "no-result" }] });
  await using session = createClaude({ spawn, timeouts: { afterEndOfTurnMs: 50 } }).session();
  const reported: string[] = [];
  session.subscribe((event) => void (event.type === "session-state" ? reported.push(event.state) : undefined));
  await expect(session.ask("Talk.")).rejects.toMatchObject({
    code: "watchdog",
    details: { stallReason: "silent-after-end-of-turn" },
  });
  expect(reported.at(-1)).toBe("idle");
});

// A missing session: CLI versions report it in different places, and the host gets one code.
import { createMemoryStore, say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";

const UNKNOWN = "00000000-0000-4000-8000-0000000000aa";
const VERSIONS = ["1.0.60", "1.0.128", "2.0.76", "2.1.20", "2.1.74", "2.1.120", "2.1.200", "2.1.325"];

const simulated = (version: string, options: SessionOptions = {}) =>
  createClaude({ spawn: spawnSimulated({ scenario: scenario().turn(say.text("Hello.")), version }), ...options });

test.each(VERSIONS)("a missing session fails with the code session-not-found (%s)", async (version) => {
  await expect(simulated(version).ask("Hi", { resume: UNKNOWN })).rejects.toMatchObject({
    code: "session-not-found",
    details: { sessionId: UNKNOWN },
    message: expect.stringMatching(new RegExp(`^There is no session ${UNKNOWN} .*No conversation found`)) as string,
  });
});

test.each(VERSIONS)("a missing session fails every pending call (%s)", async (version) => {
  const session = simulated(version).session({ resume: UNKNOWN });
  const waiting = [session.ask("One?"), session.ask("Two?"), session.ready()];
  const settled = await Promise.allSettled(waiting);
  expect(
    settled.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "fulfilled")),
  ).toEqual(waiting.map(() => "session-not-found"));
  await session.close();
});

test.each(["2.0.76", "2.1.74", "2.1.325"])("a missing title fails like a missing id (%s)", async (version) => {
  await expect(simulated(version).ask("Hi", { resume: "no such title" })).rejects.toMatchObject({
    code: "session-not-found",
    details: { sessionId: "no such title" },
  });
});

test("the text of a turn is not mistaken for the error", async () => {
  const store = createMemoryStore();
  const words = `No conversation found with session ID: ${UNKNOWN}`;
  const plays = scenario()
    .turn(say.text("One."))
    .turn(say.error(400, { message: words }));
  const claude = createClaude({ spawn: spawnSimulated({ scenario: plays, store }) });
  const { sessionId = "" } = await claude.ask("One?");
  await expect(claude.ask("Two?", { resume: sessionId })).rejects.toMatchObject({ code: "turn-failed", status: 400 });
});

test("a missing session does not make a recovering session start again", async () => {
  let starts = 0;
  const start = spawnSimulated({ scenario: scenario().turn(say.text("Hello.")) });
  const claude = createClaude({
    recover: "resume",
    spawn(launch) {
      starts += 1;
      return start(launch);
    },
  });
  await expect(claude.ask("Hi", { resume: UNKNOWN })).rejects.toMatchObject({ code: "session-not-found" });
  expect(starts).toBe(1);
});

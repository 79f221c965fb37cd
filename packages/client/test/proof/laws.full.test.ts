// Laws of a session, by property: whatever the model says and the host does, every promise settles; and a slow reader is
// waited for, within bounds, and loses nothing.
import type { Event } from "@unspool/protocol";
import { readyMade, say, scenario, SIMULATED_VERSIONS, spawnSimulated, type Fault } from "@unspool/simulator";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ACTIONS, type Plan, type Reader } from "../chaos/plan.ts";
import { runPlan } from "../chaos/run-plan.ts";
import type { SpawnFunction } from "../../src/transport/types.ts";
import { createClaude } from "../../src/claude.ts";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";

/** A case takes its time: CI's number of cases is for those that do not. */
const cases = (usual: number, most: number): { numRuns: number; seed: number } => ({
  numRuns: Math.min(scaleSlowRuns(usual), most),
  seed: getSeed(),
});

const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const reader: fc.Arbitrary<Reader> = fc.record({
  kind: fc.constantFrom("events", "text", "web", "none"),
  leavesAfter: optional(fc.nat(20)),
  sleepsAfter: optional(fc.nat(20)),
});
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ fault: fc.constant("exit" as const), afterLines: fc.nat(60) }),
  fc.record({ fault: fc.constant("stall" as const), afterLines: fc.nat(60) }),
  fc.record({ fault: fc.constant("close-stdin" as const), afterLines: fc.nat(60) }),
  fc.record({ fault: fc.constant("chunks" as const), bytes: fc.constantFrom(0, 1, 7) }),
  fc.record({ fault: fc.constantFrom("no-result" as const, "no-exit" as const, "duplicate-lines" as const) }),
);
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(10_000),
  transport: fc.constant("in-process"),
  scenario: fc.constantFrom(...readyMade()),
  version: fc.constantFrom(...SIMULATED_VERSIONS.filter((version) => !["1.0.60", "1.0.88"].includes(version))),
  faults: fc.array(fault, { maxLength: 2 }),
  isAsk: fc.constant(false),
  prompts: fc.integer({ min: 0, max: 3 }),
  readers: fc.array(reader, { minLength: 1, maxLength: 3 }),
  permission: fc.constantFrom("allow", "deny", "throw", "hang", "slow"),
  recovers: fc.boolean(),
  records: fc.constant(false),
  turnBudget: optional(fc.integer({ min: 1, max: 3 })),
  actions: fc.array(fc.record({ name: fc.constantFrom(...ACTIONS), afterEvents: fc.nat(80), isInside: fc.boolean() }), {
    maxLength: 4,
  }),
  lifeMs: fc.nat(100),
  end: fc.constantFrom("close", "close-twice", "idle-first", "dispose"),
});

test("every promise settles for any faults and any actions of the host", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, async (plan) => {
      expect(await runPlan(plan)).toEqual([]);
    }),
    cases(60, 300),
  );
});

/** What may lie between the CLI and the slowest reader (1 MB), what a pipe holds, and the pieces that were under way. */
const BOUND = 1024 * 1024 + 4 * 64 * 1024;
const WORDS = 20_000;
const book = scenario("book").turn(say.text("word ".repeat(WORDS)));

/** Reads so many events, sleeps until the CLI has stopped writing, and reads on. */
const pauses = fc.array(fc.nat(3000), { minLength: 1, maxLength: 3 });

test("a slow reader causes bounded backpressure and loses no event", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pauses, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(0, 1, 4096),
      async (readers, bytes) => {
        const meter = createMeter(bytes);
        await using session = createClaude({ spawn: meter.spawn }).session();
        const all: Event[] = [];
        const turn = session.ask("Tell me everything.");
        session.subscribe((event) => all.push(event));
        const read = await Promise.all(
          readers.map(async (sleeps) => {
            const events: Event[] = [];
            const at = new Set(sleeps);
            for await (const event of turn) {
              events.push(event);
              if (!at.has(events.length)) continue;
              await meter.quiet();
              expect(meter.pulled - meter.offsetOf(event.line)).toBeLessThan(BOUND);
            }
            return events;
          }),
        );
        const { text } = await turn;
        expect(text).toBe("word ".repeat(WORDS));
        expect(meter.pulled).toBeGreaterThan(2 * BOUND);
        const [first = []] = read;
        for (const events of read)
          expect(events.map(({ type, line }) => `${type} ${line}`)).toEqual(
            first.map(({ type, line }) => `${type} ${line}`),
          );
        const wanted = all.slice(all.indexOf(first[0]!), all.indexOf(first.at(-1)!) + 1);
        expect(first.length).toBe(wanted.length);
        expect(first.every((event, place) => event === wanted[place])).toBe(true);
      },
    ),
    cases(12, 24),
  );
});

interface Meter {
  readonly spawn: SpawnFunction;
  /** Bytes that the client has taken. */
  readonly pulled: number;
  /** Bytes before a line. */
  offsetOf(line: number): number;
  /** Resolves when the client takes nothing more. */
  quiet(): Promise<void>;
}

function createMeter(chunkBytes: number): Meter {
  const faults: Fault[] = chunkBytes === 1 ? [] : [{ fault: "chunks", bytes: chunkBytes }];
  const start = spawnSimulated({ scenario: book, faults });
  const lineStarts = [0];
  let pulled = 0;
  async function* metered(stdout: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stdout) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineStarts.push(pulled + at + 1);
      pulled += chunk.length;
      yield chunk;
    }
  }
  return {
    spawn(launch) {
      const claude = start(launch);
      return { ...claude, stdout: metered(claude.stdout) };
    },
    get pulled() {
      return pulled;
    },
    offsetOf: (line) => lineStarts[line - 1] ?? pulled,
    async quiet() {
      for (let before = -1; before !== pulled;) {
        before = pulled;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
  };
}

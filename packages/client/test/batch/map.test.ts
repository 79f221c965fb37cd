import { describe, expect, expectTypeOf, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import { TurnError } from "../../src/turn/turn-error.ts";
import type { Settled } from "../../src/turn/types.ts";
import type { MapItem, MapProgress } from "../../src/batch/map-types.ts";
import { colours, collect, countedSpawn, quiet, until, type CountedSpawn } from "./support.ts";

function simulated(): CountedSpawn & { readonly claude: Claude } {
  const counted = countedSpawn(colours);
  return { ...counted, claude: createClaude({ spawn: counted.spawn }) };
}

const ask = (colour: string): string => `Say ${colour}.`;

function brief(items: readonly MapItem<string>[]): readonly string[] {
  return items.map(
    (item) => `${item.index} ${item.input}: ${item.status === "fulfilled" ? item.result.text : item.error.code}`,
  );
}

describe("a map", () => {
  test("resolves with the outcome of each input, in the order of the inputs", async () => {
    const { claude, counts } = simulated();
    const items = await claude.map(["red", "broken", "blue", "green"], ask, { concurrency: 3 });
    expect(brief(items)).toEqual([
      "0 red: Red it is.",
      "1 broken: turn-failed",
      "2 blue: Blue it is.",
      "3 green: Green it is.",
    ]);
    await until(() => counts.alive === 0);
  });

  test("yields items in the order in which they settle, to each reader", async () => {
    const { claude } = simulated();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = claude.map(["red", "green", "blue"], async (colour) => {
      if (colour === "red") await gate;
      return ask(colour);
    });
    const readers = [collect(run), collect(run)];
    await until(() => run.counts.fulfilled === 2);
    release();
    const [first, second] = await Promise.all(readers);
    expect(first!.map(({ input }) => input).at(-1)).toBe("red");
    expect(second).toEqual(first);
    expect((await run).map(({ input }) => input)).toEqual(["red", "green", "blue"]);
  });

  test("never runs more turns at once than `concurrency`", async () => {
    const { claude } = simulated();
    let most = 0;
    const run = claude.map(
      Array.from({ length: 8 }, () => "red"),
      ask,
      {
        concurrency: 3,
        onProgress: ({ running }) => {
          most = Math.max(most, running);
        },
      },
    );
    expect(await run).toHaveLength(8);
    expect(most).toBe(3);
  });

  test("takes an input only when there is room for it", async () => {
    const { claude } = simulated();
    let taken = 0;
    function* endless(): Generator<string> {
      for (;;) {
        taken += 1;
        yield "red";
      }
    }
    const gates: (() => void)[] = [];
    const abort = new AbortController();
    const run = claude.map(
      endless(),
      async (colour) => {
        await new Promise<void>((resolve) => void gates.push(resolve));
        return ask(colour);
      },
      { concurrency: 2, signal: abort.signal },
    );
    await until(() => gates.length === 2);
    await quiet();
    expect(taken).toBe(2);
    gates.shift()!();
    await until(() => gates.length === 2);
    expect(taken).toBe(3);
    abort.abort();
    expect(brief(await run)).toEqual(["0 red: Red it is.", "1 red: aborted", "2 red: aborted"]);
  });

  test("waits for a reader that is slow, and ends its inputs when it is stopped", async () => {
    const { claude } = simulated();
    let taken = 0;
    let isEnded = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          taken += 1;
          yield "red";
        }
      } finally {
        isEnded = true;
      }
    }
    const abort = new AbortController();
    const run = claude.map(endless(), ask, { concurrency: 1, signal: abort.signal });
    const reader = run[Symbol.asyncIterator]();
    await reader.next();
    await until(() => run.counts.fulfilled === 3);
    await quiet();
    // One read, one that may lie there, one that was begun before it did.
    expect(taken).toBe(3);
    abort.abort();
    expect(await run).toHaveLength(3);
    await until(() => isEnded);
  });

  test("reports its progress, with the turn at the start and the item at the end", async () => {
    const { claude } = simulated();
    const told: MapProgress<string>[] = [];
    await claude.map(["red", "broken"], ask, { concurrency: 1, onProgress: (progress) => told.push(progress) });
    expect(
      told.map(({ type, index, total, running, fulfilled, rejected }) => [
        type,
        index,
        total,
        running,
        fulfilled,
        rejected,
      ]),
    ).toEqual([
      ["start", 0, 2, 1, 0, 0],
      ["end", 0, 2, 0, 1, 0],
      ["start", 1, 2, 1, 1, 0],
      ["end", 1, 2, 0, 1, 1],
    ]);
    expect(told[1]!.costUsd).toBeGreaterThan(0);
    const [start] = told;
    const events = start?.type === "start" ? await collect(start.turn) : [];
    expect(events.at(-1)?.type).toBe("turn-end");
    const settled = await Promise.all(told.flatMap((progress) => (progress.type === "start" ? [progress.turn] : [])));
    expectTypeOf(settled).toEqualTypeOf<Settled[]>();
    expect(settled.map(({ outcome }) => outcome)).toEqual(["success", "error"]);
  });

  test("gives an input its own options, and fails only the input whose prompt fails", async () => {
    const { claude } = simulated();
    const items = await claude.map(["red", "wrong", "green"], (colour) => {
      if (colour === "wrong") throw new RangeError("no such file");
      return { prompt: [{ type: "text", text: ask(colour) }], options: { model: `claude-${colour}` } };
    });
    expect(brief(items)).toEqual(["0 red: Red it is.", "1 wrong: prompt-failed", "2 green: Green it is."]);
    const [first, second] = items;
    expect(first?.status === "fulfilled" && first.result.usageByModel[0]?.model).toBe("claude-red");
    expect(second?.status === "rejected" && second.error).toMatchObject({
      message: "The prompt of input 2 could not be created: no such file",
      details: { index: 1 },
    });
  });

  test("rejects a prompt with an unknown name", async () => {
    const { claude, counts } = simulated();
    const items = await claude.map(["red"], (colour) => ({ promt: ask(colour) }) as never);
    expect(items[0]?.status === "rejected" && items[0].error).toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("There is no `promt` in the option `prompt`") as string,
    });
    expect(counts.started).toBe(0);
  });
});

describe("the budget of a map", () => {
  test("is shared: no input begins after it is used up", async () => {
    const { claude, counts } = simulated();
    const run = claude.map(["red", "green", "blue", "red"], ask, { concurrency: 1, budget: { messages: 2 } });
    expect(brief(await run)).toEqual([
      "0 red: Red it is.",
      "1 green: Green it is.",
      "2 blue: budget-exceeded",
      "3 red: budget-exceeded",
    ]);
    expect(counts.started).toBe(2);
    expect(run.stoppedBy?.details).toMatchObject({ kind: "messages", limit: 2, spent: 2 });
    expect(run.stoppedBy?.message).toContain(
      "the budget of 2 messages that all inputs share is used up (2 messages spent)",
    );
  });

  test("counts the cost of all inputs", async () => {
    const { claude } = simulated();
    const [one] = await claude.map(["red"], ask);
    const costUsd = one?.status === "fulfilled" ? one.result.costUsd : 0;
    const run = claude.map(["red", "green", "blue", "red"], ask, { concurrency: 1, budget: { usd: costUsd * 1.5 } });
    const items = await run;
    expect(run.counts.costUsd).toBeCloseTo(costUsd * 2, 6);
    expect(items[0]?.status).toBe("fulfilled");
    expect(items.slice(2).map((item) => item.status === "rejected" && item.error.code)).toEqual([
      "budget-exceeded",
      "budget-exceeded",
    ]);
  });

  test("takes no more inputs from a generator", async () => {
    const { claude } = simulated();
    function* endless(): Generator<string> {
      for (;;) yield "red";
    }
    const items = await claude.map(endless(), ask, { concurrency: 1, budget: { messages: 2 } });
    expect(brief(items)).toEqual(["0 red: Red it is.", "1 red: Red it is."]);
  });
});

describe("a map that is stopped", () => {
  test("keeps what was finished, fails what is under way, and begins nothing more", async () => {
    const { claude, counts } = simulated();
    const abort = new AbortController();
    const run = claude.map(["red", "endless", "green", "blue"], ask, { concurrency: 1, signal: abort.signal });
    await until(() => run.counts.fulfilled === 1 && run.counts.running === 1);
    abort.abort(new Error("enough"));
    const items = await run;
    expect(brief(items)).toEqual(["0 red: Red it is.", "1 endless: aborted", "2 green: aborted", "3 blue: aborted"]);
    const under = items[1];
    expect(under?.status === "rejected" && under.error).toBeInstanceOf(TurnError);
    expect(counts.started).toBe(2);
    await until(() => counts.alive === 0);
  });

  test("does not wait for an input that never comes", async () => {
    const { claude } = simulated();
    const abort = new AbortController();
    async function* stuck(): AsyncGenerator<string> {
      yield "red";
      await new Promise(() => undefined);
    }
    const run = claude.map(stuck(), ask, { signal: abort.signal });
    await until(() => run.counts.fulfilled === 1);
    abort.abort();
    expect(brief(await run)).toEqual(["0 red: Red it is."]);
  });

  test("begins nothing when it is aborted before it starts", async () => {
    const { claude, counts } = simulated();
    const items = await claude.map(["red", "green"], ask, { signal: AbortSignal.abort() });
    expect(brief(items)).toEqual(["0 red: aborted", "1 green: aborted"]);
    expect(counts.started).toBe(0);
  });

  test("lets running turns end if `stopOnError` stops it", async () => {
    const { claude, counts } = simulated();
    let hasBegun = false;
    const run = claude.map(
      ["red", "broken", "green", "blue"],
      async (colour, index) => {
        if (index === 0) return ask(colour);
        await until(() => hasBegun);
        throw new RangeError("broken");
      },
      {
        concurrency: 2,
        stopOnError: true,
        onProgress: ({ type }) => {
          hasBegun ||= type === "start";
        },
      },
    );
    expect(brief(await run)).toEqual([
      "0 red: Red it is.",
      "1 broken: prompt-failed",
      "2 green: aborted",
      "3 blue: aborted",
    ]);
    expect(counts.started).toBe(1);
  });
});

describe("inputs that cannot be read", () => {
  test("fail the map, which keeps what was settled", async () => {
    const { claude } = simulated();
    async function* inputs(): AsyncGenerator<string> {
      yield "red";
      yield "green";
      throw new RangeError("the file is gone");
    }
    const run = claude.map(inputs(), ask, { concurrency: 1 });
    const read: string[] = [];
    const reading = (async () => {
      for await (const { input } of run) read.push(input);
    })();
    await expect(run).rejects.toThrow("the file is gone");
    await expect(reading).rejects.toThrow("the file is gone");
    expect(read).toEqual(["red", "green"]);
    expect(brief(run.items)).toEqual(["0 red: Red it is.", "1 green: Green it is."]);
  });
});

describe("options of a map", () => {
  test.each([
    [{ concurrency: 0 }, "concurrency"],
    [{ concurrency: 1.5 }, "concurrency"],
    [{ budget: { usd: -1 } }, "usd"],
    [{ modle: "sonnet" }, "modle"],
    [{ concurency: 2 }, "Did you mean `concurrency`"],
    [{ record: "all.jsonl" }, "record"],
  ])("are rejected at once if they are invalid: %j", (options, name) => {
    const { claude, counts } = simulated();
    expect(() => claude.map(["red"], ask, options as object)).toThrow(name);
    expect(counts.started).toBe(0);
  });
});

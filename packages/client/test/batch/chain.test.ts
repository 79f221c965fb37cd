import { say, scenario, type Scenario } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import { ChainError, type ChainOptions, type ChainStep } from "../../src/batch/chain-types.ts";
import { TurnError } from "../../src/turn/turn-error.ts";
import { colours, collect, countedSpawn, until, type CountedSpawn } from "./support.ts";

/** A step is recognised by its own words and by those of the step before it. */
const steps = scenario("steps")
  .turn({ matches: "^Write a haiku" }, say.text("Old pond, ```` frog jumps in."))
  .turn(
    { matches: "^Translate it[^]*````` *text\\nOld pond, ```` frog jumps in\\.\\n`````$" },
    say.text("Alter Teich."),
  )
  .turn("Count the words of: Alter Teich.", say.text("Two."))
  .turn({ contains: "endless" }, say.text("On and on."), say.hang())
  .turn({ contains: "broken" }, say.error(400, { message: "no such step" }))
  .else(say.text("What?"));

function simulated(plays: Scenario = steps): CountedSpawn & { readonly claude: Claude } {
  const counted = countedSpawn(plays);
  return { ...counted, claude: createClaude({ spawn: counted.spawn }) };
}

describe("a chain", () => {
  test("gives each step the answer of the one before, as quoted material or to its function", async () => {
    const { claude, counts } = simulated();
    const seen: string[] = [];
    const result = await claude.chain([
      "Write a haiku.",
      "Translate it.",
      (previous, all) => {
        seen.push(...all.map(({ text }) => text));
        return `Count the words of: ${previous.text}`;
      },
    ]);
    expect(result.results.map(({ text }) => text)).toEqual(["Old pond, ```` frog jumps in.", "Alter Teich.", "Two."]);
    expect(seen).toEqual(["Old pond, ```` frog jumps in.", "Alter Teich."]);
    expect(result.text).toBe("Two.");
    expect(result.costUsd).toBeCloseTo(
      result.results.reduce((sum, { costUsd }) => sum + costUsd, 0),
      10,
    );
    expect(result.costUsd).toBeGreaterThan(0);
    expect(counts.started).toBe(3);
    await until(() => counts.alive === 0);
  });

  test("is an async iterable of all events, each with its step, for each reader", async () => {
    const { claude } = simulated();
    const chain = claude.chain(["Write a haiku.", { prompt: [{ type: "text", text: "Anything" }], name: "second" }]);
    const [first, second] = await Promise.all([collect(chain), collect(chain)]);
    expect(second).toEqual(first);
    const ends = first.filter(({ event }) => event.type === "turn-end");
    expect(ends.map(({ step, name }) => [step, name])).toEqual([
      [0, undefined],
      [1, "second"],
    ]);
    expect(first.map(({ step }) => step)).toEqual(
      first.map(({ step }) => step).toSorted((left, right) => left - right),
    );
    const turns = await Promise.all(chain.turns.map((turn) => collect(turn)));
    expect(first.map(({ event }) => event)).toEqual(turns.flat());
    expect(await collect(chain)).toEqual(first);
  });

  test("merges the options of a step with those of the chain", async () => {
    const { claude } = simulated();
    const { results } = await claude.chain(
      [{ prompt: "One", options: { model: "claude-one" } }, { prompt: () => "Two" }],
      { model: "claude-all" },
    );
    expect(results.map(({ usageByModel }) => usageByModel[0]?.model)).toEqual(["claude-one", "claude-all"]);
  });
});

describe("a failing chain", () => {
  test("rejects with the failed step and the results before it", async () => {
    const { claude, counts } = simulated();
    const chain = claude.chain(["Write a haiku.", { prompt: () => "broken", name: "check" }, "Never."]);
    const reading = collect(chain).catch((error: unknown) => error);
    const error = await chain.then(
      () => undefined,
      (reason: unknown) => reason as ChainError,
    );
    expect(error).toBeInstanceOf(ChainError);
    expect(error).toMatchObject({ code: "turn-failed", step: 1, stepName: "check" });
    expect(error!.message).toMatch(
      /^Step 2 of 3 \(check\) failed: Claude ended the turn with an error: .*no such step\. The results before it are in `results`\.$/,
    );
    expect(error!.results.map(({ text }) => text)).toEqual(["Old pond, ```` frog jumps in."]);
    expect(error!.costUsd).toBe(error!.results[0]!.costUsd);
    expect(error!.cause).toBeInstanceOf(TurnError);
    expect(await reading).toBe(error);
    expect(counts.started).toBe(2);
  });

  test("rejects if a step's function throws", async () => {
    const { claude, counts } = simulated();
    const chain = claude.chain([
      "Write a haiku.",
      () => {
        throw new RangeError("nothing to ask");
      },
    ]);
    await expect(chain).rejects.toMatchObject({
      code: "prompt-failed",
      message:
        "Step 2 of 2 was not begun: its prompt could not be created: nothing to ask. The results before it are in `results`.",
      step: 1,
      cause: { cause: { message: "nothing to ask" } },
    });
    expect(counts.started).toBe(1);
  });

  test("rejects when the budget of all steps is used up", async () => {
    const { claude } = simulated(colours);
    const chain = claude.chain(["red", () => "green", () => "blue"], { budget: { messages: 2 } });
    await expect(chain).rejects.toMatchObject({ code: "budget-exceeded", step: 2 });
    expect(chain.results.map(({ text }) => text)).toEqual(["Red it is.", "Green it is."]);
  });

  test.each(["interrupt", "signal"])("rejects when it is stopped in the middle of a step (%s)", async (way) => {
    const { claude, counts } = simulated();
    const abort = new AbortController();
    const chain = claude.chain(["Write a haiku.", () => "endless", "Never."], { signal: abort.signal });
    for await (const { step, event } of chain) if (step === 1 && event.type === "text-delta") break;
    if (way === "signal") abort.abort();
    else await chain.interrupt();
    await expect(chain).rejects.toMatchObject({
      code: way === "signal" ? "aborted" : "interrupted",
      step: 1,
      cause: { text: "On and on." },
    });
    await until(() => counts.alive === 0);
    expect(counts.started).toBe(2);
  });

  test("rejects when it is stopped while a step's prompt is created", async () => {
    const { claude } = simulated();
    let isAsked = false;
    const chain = claude.chain([
      "Write a haiku.",
      () => {
        isAsked = true;
        return new Promise<string>(() => undefined);
      },
    ]);
    await until(() => isAsked);
    await chain.interrupt();
    await expect(chain).rejects.toMatchObject({ code: "interrupted", step: 1, results: { length: 1 } });
  });
});

describe("steps of a chain", () => {
  test.each([
    [[], {}, "at least one step"],
    [[() => "x"], {}, "first step"],
    [["x", "y"], { record: "all.jsonl" }, "recording"],
    [["x", { prompt: "y", options: { modle: "sonnet" } }], {}, "modle"],
    [["x"], { budget: { tokens: -1 } }, "tokens"],
    [["x", { promt: "y" }], {}, "There is no `promt` in the option `steps[1]`"],
    [["x", { name: "y" }], {}, "The option `steps[1].prompt` must be a prompt, or a function; it is missing."],
    [["x"], { sginal: undefined }, "Did you mean `signal`"],
  ])("are rejected at once if they are invalid: %#", (wrong, options, words) => {
    const { claude, counts } = simulated();
    expect(() => claude.chain(wrong as ChainStep[], options as ChainOptions)).toThrow(words);
    expect(counts.started).toBe(0);
  });
});

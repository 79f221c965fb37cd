// Host code that never ends: promises that wait for it settle at a limit, or at the latest when the session closes.
import { say, scenario, spawnSimulated, type Scenario } from "@unspool/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import type { StandardSchema } from "../../src/schema/standard-schema.ts";
import { tool } from "../../src/control/tools/tool.ts";
import type { SessionOptions } from "../../src/options/options.ts";

const structured: Scenario = {
  turns: [{ replies: [{ blocks: [{ tool: "StructuredOutput", input: { name: "Homer" } }] }, "Homer."] }],
};
const twoTurns = scenario("two turns").turn(say.text("One.")).turn(say.text("Two."));

function simulated(played: Parameters<typeof spawnSimulated>[0], options: SessionOptions = {}): Claude {
  return createClaude({ spawn: spawnSimulated(played), ...options });
}

/** A schema whose check takes as long as the promise. */
function checkedBy(check: () => Promise<unknown>): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "made-up",
      validate: async (value: unknown) => {
        await check();
        return { value };
      },
      jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
    },
  } as StandardSchema;
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("a schema whose check never ends", () => {
  test("fails the turn at its limit", async () => {
    const claude = simulated({ scenario: structured }, { schema: checkedBy(never), schemaTimeoutMs: 50 });
    const result = await claude.ask("Who?", { reject: false });
    expect(result).toMatchObject({ code: "invalid-data", details: { data: { name: "Homer" } } });
    expect(result).toHaveProperty("message", expect.stringContaining("within 50 ms"));
  });

  test("does not outlive the session", async () => {
    let isChecking: (() => void) | undefined;
    const checking = new Promise<void>((resolve) => {
      isChecking = resolve;
    });
    const schema = checkedBy(() => {
      isChecking?.();
      return never();
    });
    const session = simulated({ scenario: structured }, { schema, shutdown: { graceMs: 50 } }).session();
    const turn = session.ask("Who?", { reject: false });
    await checking;
    await session.close();
    expect(await turn).toMatchObject({ code: "session-closed", text: '{"name":"Homer"}' });
  });
});

test("a session is not idle while an answer is checked, and its close lets the check end", async () => {
  const order: string[] = [];
  const schema = checkedBy(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push("checked");
  });
  const claude = simulated({ scenario: structured }, { schema });
  expect((await claude.ask("Who?")).data).toEqual({ name: "Homer" });
  const session = claude.session();
  const turn = session.ask("Who?");
  for await (const event of turn.events) if (event.type === "turn-end") break;
  const idle = session.idle().then(() => order.push("idle"));
  await session.close();
  expect((await turn).data).toEqual({ name: "Homer" });
  await idle.catch(() => undefined);
  expect(order.slice(0, 2)).toEqual(["checked", "checked"]);
});

test("a tool whose schema never decides whether a member is optional does not keep the session from starting", async () => {
  const add = tool("add", { a: checkedBy(never) }, () => "done");
  await using session = simulated({ scenario: twoTurns }, { tools: [add] }).session();
  expect((await session.ask("Hello.")).text).toBe("One.");
});

test("closing a session during its preparation settles every pending promise", async () => {
  const add = tool("add", { a: checkedBy(never) }, () => "done");
  const session = simulated({ scenario: twoTurns }, { tools: [add], shutdown: { graceMs: 50 } }).session();
  const settled = Promise.allSettled([
    session.ready(),
    session.setModel("haiku"),
    session.ask("Hello."),
    session.idle(),
    session.interrupt(),
  ]);
  await session.close();
  const statuses = (await settled).map(({ status }) => status);
  expect(statuses).toEqual(["rejected", "rejected", "rejected", "fulfilled", "fulfilled"]);
});

describe("a budget whose callback never decides", () => {
  const budget = { messages: 1, onExceeded: never, decisionTimeoutMs: 50 };

  test("stops the turn at its timeout, and reports it", async () => {
    await using session = simulated({ scenario: twoTurns }, { budget }).session();
    await session.ask("One?", { reject: false });
    const second = await session.ask("Two?", { reject: false });
    expect(second).toMatchObject({ code: "budget-exceeded" });
    expect(second).toHaveProperty("message", expect.stringContaining("It took longer than 50 ms"));
  });

  test("does not delay close()", async () => {
    const session = simulated(
      { scenario: twoTurns },
      { budget: { messages: 1, onExceeded: "ask" }, onBudget: never },
    ).session();
    onTestFinished(() => session.close());
    await session.ask("One?", { reject: false });
    const second = session.ask("Two?", { reject: false });
    await session.close();
    expect(await second).toMatchObject({ code: "session-closed" });
  });
});

describe("a callback that throws something other than a proper error", () => {
  const asks: Scenario = {
    turns: [{ replies: [{ blocks: [{ tool: "Bash", input: { command: "touch x" } }] }, "Denied."] }],
  };
  const thrown: readonly (readonly [string, () => unknown])[] = [
    ["an error without a message", () => Object.assign(new Error("x"), { message: undefined })],
    ["an error whose message is an object", () => Object.assign(new Error("x"), { message: { reason: "x" } })],
    [
      "an error whose message cannot be read",
      () =>
        Object.defineProperty(new Error("x"), "message", {
          get: () => {
            throw new Error("unreadable");
          },
        }),
    ],
    ["null", () => null],
    ["an object without a prototype", () => Object.create(null) as unknown],
  ];

  test.each(thrown)("fails like one that throws an error: %s", async (_name, make) => {
    const fail = (): never => {
      throw make();
    };
    for (const options of [
      { permissions: fail },
      { hooks: { PreToolUse: { run: fail, onFailure: "block" as const } } },
    ]) {
      await using session = simulated({ scenario: asks }, options).session();
      const result = await session.ask("Touch it.");
      expect(result.text).toBe("Denied.");
      expect(result.warnings).toMatchObject([{ code: "callback-failed" }]);
    }
    const budget = { messages: 1, onExceeded: fail };
    await using session = simulated({ scenario: twoTurns }, { budget }).session();
    await session.ask("One?");
    expect(await session.ask("Two?", { reject: false })).toMatchObject({ code: "budget-exceeded" });
  });
});

// Tests a program that uses @unspool/client in process, with another `spawn`.
import assert from "node:assert/strict";
import { createClaude, tool } from "@unspool/client";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { z } from "zod";

const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b, { description: "Adds" });

// The model calls our tool by its full name, and the tool runs.
const sums = scenario("sums").turn(say.tool("mcp__unspool__add", { a: 2, b: 3 }), say.text("It is 5."));
const spawnSums = spawnSimulated({ scenario: sums });
const { text, toolCalls } = await createClaude({ spawn: spawnSums }).ask("2 + 3?", { tools: [add] });
assert.deepEqual([text, toolCalls[0]?.result?.text], ["It is 5.", "5"]);

// What the CLI received, and whether all replies of the scenario were played.
const prompts = spawnSums.received().flatMap((line) => (line.type === "user" ? [line.message.content] : []));
assert.deepEqual(prompts, ["2 + 3?"]);
spawnSums.assertPlayed();

// Failures: an error of the API, a CLI that exits, an answer that never ends.
const dies = spawnSimulated({ scenario: "conversation", faults: [{ fault: "exit", code: 1, afterLines: 5 }] });
const hangs = spawnSimulated({ scenario: scenario("hangs").turn(say.text("It"), say.hang()) });
for (const spawn of [spawnSimulated({ scenario: "api-error" }), dies, hangs]) {
  const result = await createClaude({ spawn }).ask("Go", { reject: false, budget: { wallTimeMs: 1000 } });
  console.log(result.outcome === "success" ? result.text : result.code);
}

// A session plays the turns in order. Each `ask` of a client starts a new CLI, which begins with the first turn.
const two = createClaude({
  spawn: spawnSimulated({ scenario: { turns: [{ replies: ["One."] }, { replies: ["Two."] }] } }),
});
const session = two.session();
console.log((await session.ask("?")).text, (await session.ask("?")).text);
console.log((await two.ask("?")).text, (await two.ask("?")).text);
await session.close();

// A program that uses @unspool/client, tested in process: it is given another `spawn`, and all else is as it will be.
import assert from "node:assert/strict";
import { createClaude, tool } from "@unspool/client";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { z } from "zod";

const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b, { description: "Adds" });

// The model calls a tool of ours by its full name, and the tool really runs.
const sums = scenario("sums").turn(say.tool("mcp__unspool__add", { a: 2, b: 3 }), say.text("It is 5."));
const spawnSums = spawnSimulated({ scenario: sums });
const { text, toolCalls } = await createClaude({ spawn: spawnSums }).ask("2 + 3?", { tools: [add] });
assert.deepEqual([text, toolCalls[0]?.result?.text], ["It is 5.", "5"]);

// What it was told, and whether the program came to all that the scenario has to say.
const said = spawnSums.received().flatMap((line) => (line.type === "user" ? [line.message.content] : []));
assert.deepEqual(said, ["2 + 3?"]);
spawnSums.assertPlayed();

// What goes wrong: the API refuses, the program dies, an answer never ends.
const dies = spawnSimulated({ scenario: "conversation", faults: [{ fault: "exit", code: 1, afterLines: 5 }] });
const hangs = spawnSimulated({ scenario: scenario("hangs").turn(say.text("It"), say.hang()) });
for (const spawn of [spawnSimulated({ scenario: "api-error" }), dies, hangs]) {
  const result = await createClaude({ spawn }).ask("Go", { reject: false, budget: { wallTimeMs: 1000 } });
  console.log(result.outcome === "success" ? result.text : result.code);
}

// A session goes through the turns; each `ask` of a client is a start of its own, and begins with the first.
const two = createClaude({
  spawn: spawnSimulated({ scenario: { turns: [{ replies: ["One."] }, { replies: ["Two."] }] } }),
});
const session = two.session();
console.log((await session.ask("?")).text, (await session.ask("?")).text);
console.log((await two.ask("?")).text, (await two.ask("?")).text);
await session.close();

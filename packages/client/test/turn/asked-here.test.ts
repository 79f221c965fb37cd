import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, it } from "vitest";
import { createClaude } from "../../src/claude.ts";

const failing = scenario("failing").turn(say.error(400, { message: "no" }));
const claude = createClaude({ spawn: spawnSimulated({ scenario: failing }) });

async function askFromHere(): Promise<string> {
  const error: unknown = await claude.ask("Hello.").catch((reason: unknown) => reason);
  return (error as Error).stack ?? "";
}

it("the stack of a failed turn begins with its message and leads to who asked, not into the client", async () => {
  const [message = "", ...frames] = (await askFromHere()).split("\n");
  expect(message).toMatch(/^TurnError: Claude /);
  expect(frames[0]).toContain("askFromHere");
  expect(frames.join("\n")).not.toMatch(/client\/src\//);
});

it("also in a session", async () => {
  const session = claude.session();
  const error: unknown = await session.ask("Hello.").catch((reason: unknown) => reason);
  await session.close();
  expect((error as Error).stack).toContain("asked-here.test.ts");
});

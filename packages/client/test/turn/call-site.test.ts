import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, it } from "vitest";
import { createClaude } from "../../src/claude.ts";

const failing = scenario("failing").turn(say.error(400, { message: "no" }));
const claude = createClaude({ spawn: spawnSimulated({ scenario: failing }) });

async function askFromHere(): Promise<string> {
  const error: unknown = await claude.ask("Hello.").catch((reason: unknown) => reason);
  return (error as Error).stack ?? "";
}

it("the stack of a failed turn has its message and the caller, and no frames of the client", async () => {
  const [message = "", ...frames] = (await askFromHere()).split("\n");
  expect(message).toMatch(/^TurnError: Claude /);
  expect(frames[0]).toContain("askFromHere");
  expect(frames.join("\n")).not.toMatch(/client\/src\//);
});

it("the stack of a failed turn of a session has the caller", async () => {
  const session = claude.session();
  const error: unknown = await session.ask("Hello.").catch((reason: unknown) => reason);
  await session.close();
  expect((error as Error).stack).toContain("call-site.test.ts");
});

// Questions of MCP servers, as the simulated CLI asks them in the middle of a call.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { createClaude, type Claude } from "../../src/claude.ts";
import type { Elicitation, ElicitationCallback } from "../../src/control/permissions/types.ts";

const schema = { type: "object", properties: { name: { type: "string" } } };
const plays = scenario("asks")
  .turn(say.tool("mcp__notes__ask", {}, undefined, { elicits: { message: "Who?", schema } }), say.text("Done."))
  .turn(say.text("Back."));

function client(version: string, onElicitation?: ElicitationCallback): Claude {
  return createClaude({
    spawn: spawnSimulated({ scenario: plays, version }),
    permissionMode: "bypassPermissions",
    ...(onElicitation === undefined ? {} : { onElicitation }),
  });
}

async function askServer(version: string, onElicitation?: ElicitationCallback): Promise<string | undefined> {
  const { toolCalls } = await client(version, onElicitation).ask("Go.");
  return toolCalls[0]?.result?.text;
}

describe.each(["2.1.325", "2.1.120"])("a question of an MCP server over %s", (version) => {
  test("is put to the callback, and its answer reaches the server", async () => {
    const asked: Elicitation[] = [];
    const answer = await askServer(version, async (elicitation) => {
      asked.push(elicitation);
      return { action: "accept", content: { name: "Ada" } };
    });
    expect(answer).toBe('{"action":"accept","content":{"name":"Ada"}}');
    expect(asked).toMatchObject([
      { serverName: "notes", message: "Who?", mode: "form", url: undefined, requestedSchema: schema },
    ]);
  });

  test("can be declined and cancelled", async () => {
    expect(await askServer(version, async () => ({ action: "decline" }))).toBe('{"action":"decline"}');
    expect(await askServer(version, async () => ({ action: "cancel" }))).toBe('{"action":"cancel"}');
  });

  test("is declined without a callback, and cancelled if the callback fails", async () => {
    expect(await askServer(version)).toBe('{"action":"decline"}');
    expect(await askServer(version, () => Promise.reject(new Error("out of order")))).toBe('{"action":"cancel"}');
  });

  test("ends with the turn that is interrupted, and the session is idle and goes on", async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let isOver = false;
    const onElicitation: ElicitationCallback = ({ signal }) =>
      new Promise((resolve) => {
        begin();
        signal.addEventListener("abort", () => {
          isOver = true;
          resolve({ action: "cancel" });
        });
      });
    await using session = client(version, onElicitation).session();
    const turn = session.ask("Go.");
    await begun;
    await turn.interrupt();
    await expect(turn).rejects.toMatchObject({ code: "interrupted" });
    await session.idle();
    expect(isOver).toBe(true);
    expect((await session.ask("Again.")).text).toBe("Back.");
  });
});

test("a CLI without elicitation does not call the callback", async () => {
  expect(await askServer("2.1.74", () => Promise.reject(new Error("never called")))).toBe("Nobody can be asked.");
});

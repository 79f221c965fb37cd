import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play, type Playing } from "../play.ts";

const schema = { type: "object", properties: { name: { type: "string" }, age: { type: "number" } } };
const ask = { tool: "mcp__notes__ask", input: {}, elicits: { message: "Who?", schema } };
const turns = [{ replies: [[ask], "Done."] }];

const questionsIn = (playing: Playing): readonly JsonObject[] =>
  playing.lines.filter((line) => line["type"] === "control_request").map((line) => line["request"] as JsonObject);
const answersIn = (playing: Playing): readonly string[] =>
  playing.events().flatMap((event) => (event.type === "tool-result" ? [event.text] : []));

async function asked(version: string): Promise<Playing> {
  const playing = play(turns, { version });
  playing.user("go");
  await playing.quiet();
  return playing;
}

describe("elicitations of an MCP server", () => {
  it.each([
    ["2.1.325", { property_order: ["name", "age"] }],
    ["2.1.120", {}],
  ])("%s asks the host with the fields of the real CLI", async (version, more) => {
    const playing = await asked(version);
    expect(questionsIn(playing)).toEqual([
      {
        subtype: "elicitation",
        mcp_server_name: "notes",
        message: "Who?",
        mode: "form",
        requested_schema: schema,
        ...more,
      },
    ]);
  });

  it.each([
    [{ action: "accept", content: { name: "Ada" } }, '{"action":"accept","content":{"name":"Ada"}}'],
    [{ action: "decline" }, '{"action":"decline"}'],
    [{ action: "cancel" }, '{"action":"cancel"}'],
    [{}, '{"action":"cancel"}'],
  ])("passes the host's answer %j to the tool", async (answer, told) => {
    const playing = await asked("2.1.325");
    playing.answer(answer);
    await playing.finish();
    expect(answersIn(playing)).toEqual([told]);
  });

  it("asks with a form only from 2.1.120 on, and with a URL only from 2.1.325 on", async () => {
    const old = await asked("2.1.74");
    await old.finish();
    expect([questionsIn(old), answersIn(old)]).toEqual([[], ["Nobody can be asked."]]);
    const address = { ...ask, elicits: { message: "Sign in.", url: "https://example.com" } };
    for (const [version, count] of [
      ["2.1.250", 0],
      ["2.1.325", 1],
    ] as const) {
      const playing = play([{ replies: [[address], "Done."] }], { version });
      playing.user("go");
      await playing.quiet();
      expect(questionsIn(playing)).toHaveLength(count);
      await playing.finish();
    }
  });

  it.each([
    ["2.1.325", 1],
    ["2.1.250", 0],
  ])("%s sends %i cancel requests when the turn is interrupted", async (version, withdrawals) => {
    const playing = await asked(version);
    playing.control("interrupt");
    await playing.quiet();
    expect(playing.lines.filter((line) => line["type"] === "control_cancel_request")).toHaveLength(withdrawals);
    expect(playing.results()).toHaveLength(1);
    await playing.finish();
  });
});

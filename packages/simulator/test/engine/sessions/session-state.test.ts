import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { play, type Playing } from "../play.ts";

const note = { tool: "Bash", input: { command: "touch note.txt" }, result: "" };
const inBackground = { description: "east", prompt: "Look east.", run_in_background: true };
const asking = { permissionMode: "default", asksHost: true } as const;

/** Returns the states in order, among the other lines that matter here. */
function told(playing: Playing): readonly string[] {
  return playing.lines.flatMap((line) => {
    if (line["subtype"] === "session_state_changed") return [line["state"] as string];
    const kind = line["type"] === "system" ? line["subtype"] : line["type"];
    return ["init", "task_notification", "result", "control_request"].includes(kind as string) ? [kind as string] : [];
  });
}

function states(playing: Playing): readonly JsonObject[] {
  return playing.lines.filter((line) => line["subtype"] === "session_state_changed");
}

describe("session state", () => {
  it("does not report the state unless the environment asks for it", async () => {
    const playing = play([{ replies: ["Hello."] }]);
    playing.user("Hi.");
    await playing.finish();
    expect(states(playing)).toEqual([]);
  });

  it("reports running and idle once, however many prompts wait", async () => {
    const playing = play([{ replies: ["one"] }, { replies: ["two"] }], { stateAudience: "everybody" });
    playing.user("one");
    playing.user("two");
    await playing.finish();
    expect(told(playing)).toEqual(["running", "init", "result", "init", "result", "idle"]);
    expect(states(playing)[0]).not.toHaveProperty("sdk_host_only");
  });

  it("reports the state before the first and after the last line about a prompt", async () => {
    const playing = play([{ replies: ["one"] }], { stateAudience: "host" });
    playing.user("one", { uuid: "11111111-1111-4111-8111-111111111111" });
    await playing.finish();
    expect(playing.outline().slice(0, 2)).toEqual(["session_state_changed", "command queued"]);
    expect(playing.outline().slice(-2)).toEqual(["command completed", "session_state_changed"]);
    expect(states(playing).map((line) => line["sdk_host_only"])).toEqual([true, true]);
  });

  it.each([
    ["2.1.74", "everybody", 0],
    ["2.1.120", "everybody", 2],
    ["2.1.250", "host", 0],
    ["2.1.325", "host", 2],
  ] as const)("%s reports the state to the audience %s in %i lines", async (version, stateAudience, count) => {
    const playing = play([{ replies: ["one"] }], { version, stateAudience });
    playing.user("one");
    await playing.finish();
    expect(states(playing)).toHaveLength(count);
  });

  it.each([
    ["2.1.325", ["running", "init", "requires_action", "control_request", "running", "result", "idle"]],
    ["2.1.120", ["running", "init", "control_request", "requires_action", "running", "result", "idle"]],
  ])("%s reports requires_action until the host has answered", async (version, expected) => {
    const playing = play([{ replies: [[note], "done"] }], { ...asking, version, stateAudience: "everybody" });
    playing.user("go");
    await playing.settle();
    playing.answer({ behavior: "allow", updatedInput: note.input });
    await playing.finish();
    expect(told(playing)).toEqual(expected);
  });

  it("reports running again when a question is withdrawn", async () => {
    const playing = play([{ replies: [[note], "never"] }], { ...asking, stateAudience: "everybody" });
    playing.user("go");
    await playing.settle();
    playing.control("interrupt");
    await playing.finish();
    expect(states(playing).map((line) => line["state"])).toEqual(["running", "requires_action", "running", "idle"]);
  });
});

describe("session state with background work", () => {
  const agents = [
    {
      replies: [[{ tool: "Agent", input: inBackground, agent: { replies: ["quiet"] } }], "sent"],
      notices: [["came back"]],
    },
  ];
  const shells = [
    {
      replies: [
        [{ ...note, input: { command: "sleep 1; echo x", run_in_background: true }, durationMs: 1000 }],
        "sent",
      ],
      notices: [["came back"]],
    },
  ];
  const whole = ["running", "init", "result", "task_notification", "init", "result", "idle"];
  const parts = ["running", "init", "result", "idle", "task_notification", "running", "init", "result", "idle"];

  it.each([
    ["agents", "2.1.325", agents, whole],
    ["agents", "2.1.250", agents, parts],
    ["agents", "2.1.120", agents, ["running", "init", "task_notification", "init", "result", "idle"]],
    ["shells", "2.1.325", shells, parts],
    ["shells", "2.1.120", shells, whole],
  ])("reports the state around background %s as measured in %s", async (_kind, version, turns, expected) => {
    const playing = play(turns, { version, stateAudience: "everybody" });
    playing.user("go");
    await playing.settle();
    await playing.finish();
    expect(told(playing)).toEqual(expected);
  });
});

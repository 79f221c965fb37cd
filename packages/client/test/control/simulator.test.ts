// The responders against the simulated CLI: what is registered by `initialize` is asked for and answered.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createDecoder, encode, type Event } from "@unspool/protocol";
import { loadReadyMade, say, scenario, simulate, type Scenario } from "@unspool/simulator";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { asksPermissions, createResponders, type ResponderOptions } from "../../src/control/responders.ts";
import { tool } from "../../src/control/tool.ts";

async function play(played: Scenario, options: Omit<ResponderOptions, "clock">, mode = "default"): Promise<Event[]> {
  const responder = createResponders({ ...options, clock: SYSTEM_CLOCK });
  const ending = new AbortController();
  const claude = simulate({
    scenario: played,
    cwd: "/workspace",
    permissionMode: mode,
    asksHost: asksPermissions(options),
  });
  const events: Event[] = [];
  const answers: Promise<void>[] = [];
  const decoder = createDecoder({
    onEvent(event) {
      events.push(event);
      if (event.type === "turn-end") claude.stdin.end();
      if (event.type !== "permission-request" && event.type !== "control-request") return;
      const context = { signal: ending.signal, send: (line: string) => void claude.stdin.write(line) };
      const answer = responder.answer(event, context);
      if (answer !== undefined) answers.push(answer.then((line) => void claude.stdin.write(line)));
    },
  });
  claude.stdin.write(encode.initialize("initialize-1", responder.initialize));
  claude.stdin.write(encode.user("Go."));
  for await (const chunk of claude.stdout) decoder.push(chunk);
  decoder.end();
  ending.abort();
  await Promise.all(answers);
  return events;
}

const resultsOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "tool-result" ? [{ text: event.text, isError: event.isError }] : []));
const count = (events: readonly Event[], type: Event["type"]) => events.filter((event) => event.type === type).length;

const writeNote = scenario("note").turn(say.tool("Bash", { command: "touch note.txt" }, "made"), say.text("Finished."));

describe("a session with the simulated CLI", () => {
  it("calls the host's tools", async () => {
    const played = scenario("add").turn(say.tool("mcp__unspool__add", { a: 2, b: 3 }, ""), say.text("Five."));
    const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b);
    const events = await play(played, { tools: [add], permissions: { allow: ["mcp__unspool__add"] } });
    expect(resultsOf(events)).toEqual([{ text: "5", isError: false }]);
  });

  it("asks for permission, and hears yes", async () => {
    const events = await play(await loadReadyMade("permission-allow"), { permissions: { allow: ["Bash(touch *)"] } });
    expect([count(events, "permission-request"), resultsOf(events)[0]?.isError]).toEqual([1, false]);
  });

  it("asks for permission, and hears no", async () => {
    const events = await play(await loadReadyMade("permission-deny"), {
      permissions: (request) => request.deny("not now"),
    });
    expect(resultsOf(events)).toEqual([{ text: "not now", isError: true }]);
  });

  it("calls hooks", async () => {
    const seen: string[] = [];
    const hooks = {
      PreToolUse: {
        matcher: "Bash",
        run: ({ tool_name }: { readonly tool_name: string }) => void seen.push(tool_name),
      },
    };
    const events = await play(await loadReadyMade("hooks"), { hooks }, "bypassPermissions");
    expect(seen).toEqual(["Bash"]);
    expect(resultsOf(events)[0]?.isError).toBe(false);
  });

  it("does not run the tool if a hook fails that was to block", async () => {
    const run = () => Promise.reject(new Error("out of order"));
    const events = await play(writeNote, { hooks: { PreToolUse: { run, onFailure: "block" } } }, "bypassPermissions");
    expect(resultsOf(events)).toMatchObject([
      { isError: true, text: expect.stringContaining("out of order") as string },
    ]);
  });
});

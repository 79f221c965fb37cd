// The responders with the simulated CLI, which sends requests for everything that `initialize` registers.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createDecoder, encode, type Event, initialState } from "@unspool/protocol";
import { loadReadyMade, say, scenario, simulate, type Scenario } from "@unspool/simulator";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { asksPermissions, createResponders, type ResponderOptions } from "../../src/session/responders.ts";
import { tool } from "../../src/control/tools/tool.ts";

interface Playing {
  readonly mode?: string;
  readonly version?: string;
}

async function play(
  played: Scenario,
  options: Omit<ResponderOptions, "clock">,
  { mode = "default", version = "2.1.325" }: Playing = {},
): Promise<Event[]> {
  const responder = createResponders({ cwd: "/workspace", ...options, clock: SYSTEM_CLOCK });
  const ending = new AbortController();
  const claude = simulate({
    scenario: played,
    cwd: "/workspace",
    permissionMode: mode,
    version,
    asksHost: asksPermissions(options),
  });
  const events: Event[] = [];
  const answers: Promise<void>[] = [];
  const decoder = createDecoder({
    onEvent(event) {
      events.push(event);
      if (event.type === "session-init") responder.init?.(event);
      if (event.type === "turn-end") claude.stdin.end();
      if (event.type !== "permission-request" && event.type !== "control-request") return;
      const context = {
        signal: ending.signal,
        send: (line: string) => void claude.stdin.write(line),
        warn: () => {},
        state: initialState,
        agreesToMode: () => true,
      };
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

const listResults = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "tool-result" ? [{ text: event.text, isError: event.isError }] : []));
const count = (events: readonly Event[], type: Event["type"]) => events.filter((event) => event.type === type).length;

const writeNote = scenario("note").turn(say.tool("Bash", { command: "touch note.txt" }, "made"), say.text("Finished."));

describe("a session with the simulated CLI", () => {
  it("calls the host's tools", async () => {
    const played = scenario("add").turn(say.tool("mcp__unspool__add", { a: 2, b: 3 }, ""), say.text("Five."));
    const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b);
    const events = await play(played, { tools: [add], permissions: { allow: ["mcp__unspool__add"] } });
    expect(listResults(events)).toEqual([{ text: "5", isError: false }]);
  });

  it("runs a tool that the host allows", async () => {
    const events = await play(await loadReadyMade("permission-allow"), { permissions: { allow: ["Bash(touch *)"] } });
    expect([count(events, "permission-request"), listResults(events)[0]?.isError]).toEqual([1, false]);
  });

  it("does not run a tool that the host denies", async () => {
    const events = await play(await loadReadyMade("permission-deny"), {
      permissions: (request) => request.deny("not now"),
    });
    expect(listResults(events)).toEqual([{ text: "not now", isError: true }]);
  });

  it("calls hooks", async () => {
    const seen: string[] = [];
    const hooks = {
      PreToolUse: {
        matcher: "Bash",
        run: ({ tool_name }: { readonly tool_name: string }) => void seen.push(tool_name),
      },
    };
    const events = await play(await loadReadyMade("hooks"), { hooks }, { mode: "bypassPermissions" });
    expect(seen).toEqual(["Bash"]);
    expect(listResults(events)[0]?.isError).toBe(false);
  });

  it('does not run the tool if a hook with `onFailure: "block"` fails', async () => {
    const run = () => Promise.reject(new Error("out of order"));
    const events = await play(
      writeNote,
      { hooks: { PreToolUse: { run, onFailure: "block" } } },
      { mode: "bypassPermissions" },
    );
    expect(listResults(events)).toMatchObject([
      { isError: true, text: expect.stringContaining("out of order") as string },
    ]);
  });
});

describe.each(["2.1.325", "2.1.74", "1.0.128"])("rules for calls that %s would not ask about", (version) => {
  const read = (path: string) => say.tool("Read", { file_path: path }, "words");
  const looks = scenario("looks").turn(
    say.tool("Bash", { command: "echo hi" }, "hi"),
    say.next(),
    read("/workspace/a.txt"),
    say.next(),
    read("/workspace/b.txt"),
    say.next(),
    say.agent("Look.", read("/workspace/.env"), say.text("Seen.")),
    say.text("Finished."),
  );

  it.each(["default", "bypassPermissions"])("apply in the mode %s, also to agents", async (mode) => {
    const asked: unknown[] = [];
    const events = await play(
      looks,
      {
        permissions: {
          deny: ["Bash(echo *)", "Read(.env)"],
          ask: ["Read"],
          decide(request) {
            asked.push(request.input["file_path"]);
            return asked.length === 1 ? request.allow() : request.deny("not this one");
          },
        },
      },
      { version, mode },
    );
    const results = listResults(events);
    expect(asked).toEqual(["/workspace/a.txt", "/workspace/b.txt"]);
    expect(results.map(({ isError }) => isError)).toEqual([true, false, true, true, false]);
    expect(results[0]?.text).toContain("The host's rule Bash(echo *) denies this call.");
    expect(results[2]?.text).toContain("not this one");
    expect(results[3]?.text).toContain("The host's rule Read(.env) denies this call.");
  });

  it("do not ask the host twice about one call", async () => {
    let asked = 0;
    const events = await play(
      writeNote,
      {
        permissions: {
          ask: ["Bash"],
          decide(request) {
            asked += 1;
            return request.allow();
          },
        },
      },
      { version },
    );
    expect([asked, count(events, "permission-request"), listResults(events)[0]?.isError]).toEqual([1, 1, false]);
  });
});

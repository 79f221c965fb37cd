import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { SYSTEM_CLOCK, type Clock } from "../../src/clock.ts";
import type { SpawnFunction } from "../../src/transport/types.ts";

/** A clock on which the wait for a turn about an ended task (2 s) never ends. */
const WITHOUT_WAIT: Clock = {
  ...SYSTEM_CLOCK,
  after: (ms, callback, options) => (ms === 2000 ? () => undefined : SYSTEM_CLOCK.after(ms, callback, options)),
};

const task = { task_id: "b8m041j3q", tool_use_id: "toolu_1" };
const system = (subtype: string, fields: object): object => ({ type: "system", subtype, session_id: "s", ...fields });
const answer = (request_id: string): object => ({
  type: "control_response",
  response: { subtype: "success", request_id, response: {} },
});
const state = (value: string): object => system("session_state_changed", { state: value });
const ends = [
  system("task_updated", { task_id: task.task_id, patch: { status: "killed" } }),
  system("task_notification", { ...task, status: "stopped", summary: "Sleep" }),
];

/** What real CLIs write when the host stops a command that runs in the background, as recorded. */
const STOPS: Readonly<Record<string, (id: string) => readonly object[]>> = {
  "2.1.120": (id) => [answer(id), ...ends],
  "2.1.200": (id) => [...ends, answer(id)],
  "2.1.325": (id) => [...ends, system("background_tasks_changed", { tasks: [] }), answer(id), state("idle")],
};

/** A CLI with one command in the background after its first turn. */
const withTask =
  (stop: (id: string) => readonly object[], type: string): SpawnFunction =>
  () => {
    let write: ((text: string | undefined) => void) | undefined;
    const waiting: (string | undefined)[] = [];
    const say = (lines: readonly object[]): void => {
      for (const line of lines) waiting.push(`${JSON.stringify(line)}\n`);
      write?.(waiting.shift());
    };
    const start = [
      system("init", { tools: [], model: "made-up", cwd: "/made/up", mcp_servers: [] }),
      system("task_started", { ...task, description: "Sleep", is_backgrounded: true, task_type: type }),
      { type: "result", subtype: "success", is_error: false, result: "Started.", session_id: "s", usage: {} },
    ];
    return {
      stdin: {
        write(text) {
          for (const line of text.trimEnd().split("\n")) {
            const asked = JSON.parse(line) as { type: string; request_id: string; request?: { subtype: string } };
            if (asked.type === "user") say(start);
            else say(asked.request?.subtype === "stop_task" ? stop(asked.request_id) : [answer(asked.request_id)]);
          }
        },
        end() {
          waiting.push(undefined);
          write?.(waiting.shift());
        },
      },
      stdout: (async function* () {
        for (;;) {
          const next =
            waiting.length > 0
              ? waiting.shift()
              : await new Promise<string | undefined>((resolve) => (write = resolve));
          write = undefined;
          if (next === undefined) return;
          yield Buffer.from(next);
        }
      })(),
      kill: () => true,
    };
  };

/** Returns whether the session is idle when everything that the CLI writes by itself is read. */
async function stopIn(version: string, type: string): Promise<boolean> {
  const clock = WITHOUT_WAIT;
  const stop = STOPS[version] ?? (() => []);
  await using session = createClaude({ spawn: withTask(stop, type), clock }).session();
  await session.ask("Start it.");
  await session.stopTask(session.state.backgroundTaskIds[0] ?? "none");
  let isIdle = false;
  void session.idle().then(
    () => (isIdle = true),
    () => undefined,
  );
  // Everything that the program has written so far is read.
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
  return isIdle;
}

test.each(Object.keys(STOPS))(
  "%s is idle at once after the host stops a command, and no turn follows",
  async (version) => {
    expect(await stopIn(version, "local_bash")).toBe(true);
  },
);

test.each(["2.1.200", "2.1.325"])("%s runs another turn after the host stops an agent", async (version) => {
  expect(await stopIn(version, "local_agent")).toBe(false);
});

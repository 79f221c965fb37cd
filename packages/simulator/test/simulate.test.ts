// The simulator in process, as a program uses it.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { decode } from "@unspool/protocol";
import { createMemoryStore } from "../src/cli/sessions/session-store.ts";
import type { Fault } from "../src/faults/types.ts";
import type { Scenario } from "../src/scenario/types.ts";
import { simulate, type SimulatedClaude, type SimulateOptions } from "../src/simulate.ts";

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly result?: string;
  readonly session_id?: string;
}

const user = (text: string): string =>
  `${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`;
const TWO_TURNS = { turns: [{ replies: ["one"] }, { replies: ["two"] }] };
const HANGING = { turns: [{ replies: [{ blocks: [{ text: "half" }], hang: true }] }] };

async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parseLines(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

async function play(options: SimulateOptions, ...prompts: readonly string[]): Promise<string> {
  const claude = simulate(options);
  for (const prompt of prompts) claude.stdin.write(user(prompt));
  claude.stdin.end();
  return await readText(claude.stdout);
}

const listResults = (text: string): readonly (string | undefined)[] =>
  parseLines(text).flatMap((line) => (line.type === "result" ? [line.result] : []));

/** Reads on until the text has been seen. */
async function readUntil(claude: SimulatedClaude, wanted: string): Promise<void> {
  let seen = "";
  const reader = claude.stdout[Symbol.asyncIterator]();
  while (!seen.includes(wanted)) {
    const next = await reader.next();
    if (next.done === true) throw new Error(`stdout ended without ${wanted}:\n${seen}`);
    seen += Buffer.from(next.value).toString("utf8");
  }
}

test("plays turns and exits at the end of input", async () => {
  const claude = simulate({ scenario: TWO_TURNS });
  claude.stdin.write(user("a"));
  claude.stdin.end();
  const text = await readText(claude.stdout);
  expect(listResults(text)).toEqual(["one"]);
  expect(await claude.exited).toEqual({ code: 0, signal: null });
  expect(await readText(claude.stderr)).toBe("");
  expect(claude.pid).toBeUndefined();
});

test("says in every answer that it is simulated if there is no scenario", async () => {
  const [answer] = listResults(await play({}, "a"));
  expect(answer).toContain("simulated");
});

test("replaces ${cwd} with the working directory, and starts paths at HOME of the environment", async () => {
  const scenario = { turns: [{ replies: ["I am in ${cwd}."] }] };
  const text = await play({ scenario, cwd: "/somewhere", env: { HOME: "/home/me" } }, "a");
  expect(listResults(text)).toEqual(["I am in /somewhere."]);
  expect(text).toContain("/home/me/.claude/projects/-somewhere/memory/");
});

test("writes the same bytes for the same seed and other ids for another seed", async () => {
  const once = async (seed: number): Promise<string> => await play({ scenario: TWO_TURNS, seed, cwd: "/w" }, "a");
  expect(await once(5)).toBe(await once(5));
  expect(await once(5)).not.toBe(await once(6));
});

test("without a seed, new stores give the same bytes and two runs in one store different ids", async () => {
  const fresh = async (): Promise<string> => await play({ scenario: TWO_TURNS, cwd: "/w" }, "a");
  expect(await fresh()).toBe(await fresh());
  const store = createMemoryStore();
  const ids = [await play({ store }, "a"), await play({ store }, "a")].map((text) => parseLines(text)[0]?.session_id);
  expect(new Set(ids).size).toBe(2);
});

test("virtual delays keep the order of real ones", async () => {
  const calls = [100, 0, 50].map((durationMs) => {
    return { tool: "Read", input: { file_path: `/${durationMs}` }, result: `after ${durationMs}`, durationMs };
  });
  const text = await play({ scenario: { turns: [{ replies: [calls, "done"] }] }, cwd: "/w" }, "a");
  // Each is in its line twice: for the model, and as the content of the file.
  const results = new Set(text.match(/after \d+/g));
  expect([...results]).toEqual(["after 0", "after 50", "after 100"]);
});

test("refuses an invalid scenario or fault with its location", () => {
  expect(() => simulate({ scenario: { turns: [{}] } as unknown as Scenario })).toThrow("turns[0]");
  expect(() => simulate({ scenario: TWO_TURNS, faults: [{ fault: "bad luck" } as unknown as Fault] })).toThrow(
    "faults[0].fault",
  );
});

test("accepts the arguments of the executable, with text input and output", async () => {
  const claude = simulate({ scenario: TWO_TURNS, args: ["-p", "hi"] });
  claude.stdin.end();
  expect(await readText(claude.stdout)).toBe("one\n");
});

test("refuses what the executable refuses", async () => {
  const claude = simulate({ args: ["-p", "--output-format", "stream-json", "hi"] });
  expect(await readText(claude.stderr)).toContain("requires --verbose");
  expect(await claude.exited).toEqual({ code: 1, signal: null });
});

test("an argument overrides the option of the same flag, and lists are joined", async () => {
  const args = ["-p", "--output-format", "stream-json", "--verbose", "--add-dir=/b", "--model", "from-args", "hi"];
  const options = {
    model: "from-options",
    additionalDirectories: ["/a"],
    mcpServers: { files: { command: "no-such" } },
  };
  const claude = simulate({ scenario: TWO_TURNS, args, ...options });
  claude.stdin.end();
  const [init] = parseLines(await readText(claude.stdout)) as readonly object[];
  expect(init).toMatchObject({ model: "from-args", mcp_servers: [{ name: "files" }] });
});

test("checks an option like its flag", async () => {
  const claude = simulate({ permissionMode: "never" });
  expect(await readText(claude.stderr)).toContain("option '--permission-mode <mode>' argument 'never' is invalid");
  expect(await claude.exited).toEqual({ code: 1, signal: null });
});

describe("sessions in one store", () => {
  test("resumes a session with the same id and new ids for lines", async () => {
    const store = createMemoryStore();
    const first = parseLines(await play({ scenario: TWO_TURNS, store, seed: 3 }, "a"));
    const id = first[0]?.session_id as string;
    const text = await play({ scenario: TWO_TURNS, store, seed: 3, resume: id }, "b");
    expect(listResults(text)).toEqual(["two"]);
    expect(parseLines(text)[0]?.session_id).toBe(id);
    const uuids = [...first, ...parseLines(text)].map((line) => (line as { uuid?: string }).uuid);
    expect(new Set(uuids).size).toBe(uuids.length);
  });

  test("a fork copies a session", async () => {
    const store = createMemoryStore();
    const id = parseLines(await play({ scenario: TWO_TURNS, store }, "a"))[0]?.session_id as string;
    const fork = await play({ scenario: TWO_TURNS, store, resume: id, forks: true }, "b");
    expect(listResults(fork)).toEqual(["two"]);
    expect(parseLines(fork)[0]?.session_id).not.toBe(id);
  });
});

describe("signals", () => {
  test("SIGTERM in a turn exits with code 143 at once", async () => {
    const claude = simulate({ scenario: HANGING });
    claude.stdin.write(user("a"));
    await readUntil(claude, "half");
    expect(claude.kill()).toBe(true);
    expect(await claude.exited).toEqual({ code: 143, signal: null });
    expect([claude.kill(), claude.stdin.write("late")]).toEqual([false, false]);
  });

  test("SIGKILL ends the program by the signal", async () => {
    const claude = simulate({ scenario: HANGING });
    claude.kill("SIGKILL");
    expect(await claude.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(await readText(claude.stdout)).toBe("");
  });

  test("SIGINT in a turn ends the turn with a result", async () => {
    const claude = simulate({ scenario: HANGING });
    claude.stdin.write(user("a"));
    await readUntil(claude, "half");
    claude.kill("SIGINT");
    const rest = await readText(claude.stdout);
    expect(rest).toContain("error_during_execution");
    expect(await claude.exited).toEqual({ code: 0, signal: null });
  });
});

describe("faults", () => {
  test("the fault exit cuts the stream at its byte", async () => {
    const claude = simulate({ scenario: TWO_TURNS, faults: [{ fault: "exit", code: 7, atByte: 100 }] });
    claude.stdin.write(user("a"));
    expect(await readText(claude.stdout)).toHaveLength(100);
    expect(await claude.exited).toEqual({ code: 7, signal: null });
  });

  test("only SIGKILL ends a program that ignores SIGTERM", async () => {
    const claude = simulate({ scenario: HANGING, faults: [{ fault: "ignore-sigterm" }] });
    claude.stdin.write(user("a"));
    await readUntil(claude, "half");
    claude.kill("SIGTERM");
    claude.kill("SIGKILL");
    expect(await claude.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("SIGINT ends a stall, and the output continues", async () => {
    const claude = simulate({ scenario: HANGING, faults: [{ fault: "stall", afterType: "system/init" }] });
    claude.stdin.write(user("hi"));
    const types: string[] = [];
    for await (const event of decode(claude.stdout)) {
      if (types.push(event.type) === 1) claude.kill("SIGINT");
    }
    expect(types.at(-1)).toBe("turn-end");
    expect(await claude.exited).toMatchObject({ signal: null });
  });

  test("SIGTERM ends a stalled output", async () => {
    const claude = simulate({ scenario: TWO_TURNS, faults: [{ fault: "stall", afterLines: 1 }] });
    claude.stdin.write(user("a"));
    await readUntil(claude, "\n");
    claude.kill();
    expect(await claude.exited).toEqual({ code: 143, signal: null });
  });
});

describe("timers of an ended program", () => {
  const slow: Scenario = { turns: [{ replies: [{ delayMs: 4000, blocks: [{ text: "late" }] }] }] };
  const timers = (): number => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    return vi.getTimerCount();
  };

  test("leaves no timers after SIGKILL", async () => {
    expect(timers()).toBe(0);
    const claude = simulate({ scenario: slow, speed: 1 });
    claude.stdin.write(user("a"));
    await readUntil(claude, "init");
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    claude.kill("SIGKILL");
    await claude.exited;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no timers after an exit fault", async () => {
    expect(timers()).toBe(0);
    const claude = simulate({ scenario: slow, speed: 1, faults: [{ fault: "exit", afterLines: 1 }] });
    claude.stdin.write(user("a"));
    await readText(claude.stdout);
    await claude.exited;
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a slow reader causes backpressure and loses nothing", async () => {
  const text = "x".repeat(300_000);
  const claude = simulate({ scenario: { turns: [{ replies: [text, text] }, { replies: [text] }] } });
  claude.stdin.write(user("a"));
  claude.stdin.write(user("b"));
  claude.stdin.end();
  let length = 0;
  for await (const chunk of claude.stdout) {
    length += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(length).toBeGreaterThan(600_000);
  expect(await claude.exited).toEqual({ code: 0, signal: null });
});

// The executable as a child process: streams, exit codes, signals, sessions between processes.
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly result?: string;
  readonly session_id?: string;
  readonly errors?: readonly string[];
}

const BIN = join(import.meta.dirname, "../../dist/bundle/claude.cjs");
const STREAM = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const SCENARIO = { turns: [{ replies: ["one"] }, { replies: ["two"] }, { replies: ["three"] }] };
const UNKNOWN = "33333333-3333-4333-8333-333333333333";
const user = (text: string): string =>
  `${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`;

const folder = mkdtempSync(join(tmpdir(), "unspool-bin-"));
const scenario = join(folder, "scenario.json");
const hanging = join(folder, "hanging.yaml");

beforeAll(() => {
  writeFileSync(scenario, JSON.stringify(SCENARIO));
  writeFileSync(hanging, "turns:\n  - replies:\n      - blocks: [{ text: half }]\n        hang: true\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Setting {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly store?: string;
  readonly program?: string;
}

function environment({ env, store }: Setting): Record<string, string> {
  return { UNSPOOL_SIMULATE_SCENARIO: scenario, UNSPOOL_SIMULATE_STORE: store ?? newStore(), ...env };
}

function newStore(): string {
  return mkdtempSync(join(folder, "store-"));
}

function run(words: readonly string[], setting: Setting = {}): { code: number | null; stdout: string; stderr: string } {
  const { input = "", cwd = folder, program = BIN } = setting;
  const options = { input, cwd, env: environment(setting), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], options);
  return { code: status, stdout, stderr };
}

/** Promises that are created at the start, since a later listener may miss the events. */
interface Started extends ChildProcessWithoutNullStreams {
  readonly exited: Promise<unknown[]>;
  readonly closed: Promise<unknown[]>;
}

function start(words: readonly string[], setting: Setting = {}): Started {
  const child = spawn(process.execPath, [BIN, ...words], { cwd: folder, env: environment(setting) });
  child.stdin.on("error", () => {});
  onTestFinished(() => void child.kill("SIGKILL"));
  return Object.assign(child, { exited: once(child, "exit"), closed: once(child, "close") });
}

const parseLines = (text: string): readonly Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const listResults = (text: string): readonly unknown[] =>
  parseLines(text).flatMap((line) => (line.type === "result" ? [line.result] : []));

async function readUntil(child: ChildProcessWithoutNullStreams, wanted: string): Promise<string> {
  let seen = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    seen += chunk.toString("utf8");
    if (seen.includes(wanted)) return seen;
  }
  throw new Error(`stdout ended without ${wanted}:\n${seen}`);
}

describe("prompts and formats", () => {
  test("answers a prompt in text", () => {
    expect(run(["-p", "hi"])).toEqual({ code: 0, stdout: "one\n", stderr: "" });
  });

  test("accepts the prompt on stdin, and needs no -p for piped output", () => {
    expect(run(["-p"], { input: "hi" }).stdout).toBe("one\n");
    expect(run([], { input: "hi" }).stdout).toBe("one\n");
  });

  test("appends stdin to the prompt of the command line", () => {
    const matching = { turns: [{ prompt: "hi\npiped", replies: ["both"] }] };
    expect(
      run(["-p", "hi"], { input: "piped", env: { UNSPOOL_SIMULATE_SCENARIO: JSON.stringify(matching) } }).stdout,
    ).toBe("both\n");
  });

  test("prints one JSON result, or a list of messages with --verbose", () => {
    expect(JSON.parse(run(["-p", "hi", "--output-format", "json"]).stdout)).toMatchObject({
      type: "result",
      result: "one",
    });
    const all = JSON.parse(run(["-p", "hi", "--output-format", "json", "--verbose"]).stdout) as readonly Line[];
    expect(all.map(({ type }) => type)).toEqual(["system", "assistant", "result"]);
  });

  test("plays a conversation in stream-json", () => {
    const { code, stdout } = run(STREAM, { input: user("a") + user("b").trimEnd() });
    expect(code).toBe(0);
    expect(listResults(stdout)).toEqual(["one", "two"]);
  });

  test("exits with code 1 after a failed turn", () => {
    const failing = JSON.stringify({ turns: [{ replies: [{ error: { status: 400, message: "no" } }] }] });
    const { code, stdout } = run(["-p", "hi"], { env: { UNSPOOL_SIMULATE_SCENARIO: failing } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "API Error: 400 no\n" });
  });

  test("prints its version and its help", () => {
    expect(run(["--version"]).stdout).toBe("2.1.325 (Claude Code)\n");
    expect(run(["-v", "--simulate-version=1.0.128"]).stdout).toBe("1.0.128 (Claude Code)\n");
    const { stdout } = run(["--help"]);
    for (const word of ["--simulate-scenario", "UNSPOOL_SIMULATE_SCENARIO", "simulated"])
      expect(stdout).toContain(word);
  });

  test("says in the answer that it is simulated if there is no scenario", () => {
    expect(run(["-p", "hi"], { env: { UNSPOOL_SIMULATE_SCENARIO: "" } }).stdout).toContain("simulated answer");
  });

  test("finds ready-made scenarios by name", () => {
    expect(run(["-p", "hi", "--simulate-scenario", "greeting"]).code).toBe(0);
  });
});

test("waits for an open stdin for a limited time", async () => {
  const child = start(["-p", "hi"]);
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString("utf8")));
  expect(await readUntil(child, "\n")).toBe("one\n");
  child.stdout.resume();
  expect(await child.closed).toEqual([0, null]);
  expect(complaint).toContain("Warning: no stdin data received in 3s");
});

describe("refusals", () => {
  test.each([
    [["-p"], "", 1, "Error: Input must be provided either through stdin or as a prompt argument when using --print\n"],
    [
      ["-p", "hi", "--output-format", "xml"],
      "",
      1,
      "error: option '--output-format <format>' argument 'xml' is invalid. Allowed choices are text, json, stream-json.\n",
    ],
    [["-p", "hi", "--resume", UNKNOWN], "", 1, `No conversation found with session ID: ${UNKNOWN}\n`],
    [
      ["-p", " "],
      "",
      1,
      "Error: Input contained only whitespace. Provide a prompt with text through stdin or as a prompt argument when using --print\n",
    ],
    [STREAM, "not json\n", 1, "Error parsing streaming input line (type=unknown, 8 chars): SyntaxError\n"],
  ])("refuses %j with the message of the real CLI", (words, input, code, stderr) => {
    expect(run(words, { input })).toEqual({ code, stdout: "", stderr });
  });

  describe("an unknown session", () => {
    const sentence = `No conversation found with session ID: ${UNKNOWN}`;
    const resume = (version: string, ...words: readonly string[]) => {
      const { stdout, ...rest } = run([...STREAM, "--simulate-version", version, ...words], { input: user("a") });
      return { ...rest, lines: stdout === "" ? [] : parseLines(stdout) };
    };

    // As probed on the published CLIs of these versions.
    test.each([
      ["1.0.60", true, false],
      ["1.0.128", true, false],
      ["2.0.76", true, false],
      ["2.1.20", false, true],
      ["2.1.74", false, true],
      ["2.1.120", true, true],
      ["2.1.200", true, true],
      ["2.1.325", true, true],
    ])("%s reports an unknown session (on stderr: %s, in a result line: %s)", (version, isOnStderr, isInLine) => {
      const { code, lines, stderr } = resume(version, "--resume", UNKNOWN);
      expect({ code, stderr }).toEqual({ code: 1, stderr: isOnStderr ? `${sentence}\n` : "" });
      const line = { type: "result", subtype: "error_during_execution", is_error: true, errors: [sentence] };
      expect(lines).toMatchObject(isInLine ? [line] : []);
    });

    test.each([
      ["2.1.120", [], false],
      ["2.1.200", [], true],
      ["2.1.325", [], true],
      ["2.1.325", ["--fork-session"], false],
    ])("the result line of %s with %j has the unknown session's id: %s", (version, words, isNamed) => {
      const [line] = resume(version, "--resume", UNKNOWN, ...words).lines;
      expect(line?.["session_id"] === UNKNOWN).toBe(isNamed);
    });

    test.each([
      ["2.0.76", 'Provided value "no such title" is not a valid UUID\n', 0],
      ["2.1.325", 'Provided value "no such title" is not a UUID and does not match any session title.\n', 1],
    ])("%s reports an unknown session title where it reports an unknown id", (version, words, count) => {
      const { code, lines, stderr } = resume(version, "--resume", "no such title");
      expect(code).toBe(1);
      expect(stderr).toContain(words);
      expect(lines).toHaveLength(count);
      for (const line of lines) expect(line["errors"]).toEqual([stderr.trimEnd()]);
    });
  });

  test("exits with code 2 for an invalid scenario, and reports the location", () => {
    writeFileSync(join(folder, "wrong.yaml"), "turns:\n  - replys: [hi]\n");
    const { code, stdout, stderr } = run(["-p", "hi", "--simulate-scenario", "wrong.yaml"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^unspool-claude: .*wrong\.yaml/);
    expect(run(["-p", "hi", "--simulate-scenario", "no-such-name"]).code).toBe(2);
    expect(run(["-p", "hi", "--simulate-fault", '{"fault":"bad luck"}']).code).toBe(2);
  });

  test("warns of an unknown flag", () => {
    const { code, stdout, stderr } = run(["-p", "hi", "--brand-new"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "one\n" });
    expect(stderr).toContain("unknown option --brand-new");
  });
});

describe("sessions between processes", () => {
  const getSessionId = (stdout: string): string => (JSON.parse(stdout) as Line).session_id as string;
  const ask = (store: string, ...words: readonly string[]): Line =>
    JSON.parse(run(["-p", "hi", "--output-format", "json", ...words], { store }).stdout) as Line;

  test("--resume continues the session", () => {
    const store = newStore();
    const first = ask(store);
    expect(ask(store, "--resume", first.session_id as string)).toMatchObject({
      result: "two",
      session_id: first.session_id,
    });
    expect(ask(store, "-r", first.session_id as string).result).toBe("three");
  });

  test("--continue takes the latest session of the working directory", () => {
    const store = newStore();
    ask(store);
    const second = ask(store);
    expect(ask(store, "--continue")).toMatchObject({ result: "two", session_id: second.session_id });
    const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
    const { stdout } = run(["-c", "-p", "hi", "--output-format", "json"], { store, cwd: elsewhere });
    expect(JSON.parse(stdout)).toMatchObject({ result: "one" });
  });

  test("--fork-session leaves the old session unchanged", () => {
    const store = newStore();
    const { session_id: id } = ask(store);
    const fork = ask(store, "--resume", id as string, "--fork-session");
    expect(fork.result).toBe("two");
    expect(fork.session_id).not.toBe(id);
    expect(ask(store, "--resume", id as string).result).toBe("two");
  });

  test("refuses a session id in use, and saves nothing with --no-session-persistence", () => {
    const store = newStore();
    const id = "11111111-1111-4111-8111-111111111111";
    expect(ask(store, "--session-id", id).session_id).toBe(id);
    expect(run(["-p", "hi", "--session-id", id], { store })).toMatchObject({
      code: 1,
      stderr: `Error: Session ID ${id} is already in use.\n`,
    });
    const { session_id: lost } = ask(store, "--no-session-persistence");
    expect(run(["-p", "hi", "--resume", lost as string], { store }).code).toBe(1);
  });

  test("finds a session only in its own working directory before 2.1.325", () => {
    const store = newStore();
    const { session_id: id } = ask(store);
    const cwd = mkdtempSync(join(folder, "other-"));
    const words = ["-p", "hi", "--output-format", "json", "--resume", id as string];
    expect(run([...words, "--simulate-version", "2.1.200"], { store, cwd }).code).toBe(1);
    expect(getSessionId(run(words, { store, cwd }).stdout)).toBe(id);
  });
});

test("does not save prompts or answers", () => {
  const store = newStore();
  run(["-p", "a secret of the prompt"], { store });
  const files = readdirSync(store).map((name) => readFileSync(join(store, name), "utf8"));
  expect(files.join("")).toContain('"state"');
  expect(files.join("")).not.toMatch(/secret|one/);
});

test("writes the same bytes for the same seed with any store", () => {
  const store = newStore();
  const play = (): string => run([...STREAM, "--simulate-seed", "9"], { store, input: user("a") }).stdout;
  const first = play();
  expect(play()).toBe(first);
  expect(run([...STREAM, "--simulate-seed", "9"], { input: user("a") }).stdout).toBe(first);
});

test.skipIf(process.platform === "win32")("runs through a symbolic link of another name", () => {
  const link = join(folder, "claude");
  symlinkSync(BIN, link);
  expect(run(["-p", "hi"], { program: link }).stdout).toBe("one\n");
});

describe("signals and pipes", () => {
  test("SIGTERM in a turn exits with code 143 and no result", async () => {
    const child = start(STREAM, { env: { UNSPOOL_SIMULATE_SCENARIO: hanging } });
    child.stdin.write(user("a"));
    const seen = await readUntil(child, "init");
    child.kill("SIGTERM");
    expect(await child.exited).toEqual([143, null]);
    expect(seen).not.toContain('"result"');
  });

  test("SIGINT in a turn writes a result and exits with code 0", async () => {
    const child = start([...STREAM, "--include-partial-messages"], { env: { UNSPOOL_SIMULATE_SCENARIO: hanging } });
    child.stdin.write(user("a"));
    await readUntil(child, "half");
    child.kill("SIGINT");
    await readUntil(child, "error_during_execution");
    child.stdout.resume();
    expect(await child.exited).toEqual([0, null]);
  });

  test("a hanging turn keeps the process alive after the end of input", async () => {
    const child = start([...STREAM, "--include-partial-messages"], { env: { UNSPOOL_SIMULATE_SCENARIO: hanging } });
    child.stdin.end(user("a"));
    await readUntil(child, "half");
    expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    expect(await child.exited).toEqual([null, "SIGKILL"]);
  });

  test("output larger than a pipe arrives whole, even if it is read late", async () => {
    const long = "x".repeat(3_000_000);
    const file = join(folder, "long.json");
    writeFileSync(file, JSON.stringify({ turns: [{ replies: [long] }] }));
    const child = start(["-p", "hi"], { env: { UNSPOOL_SIMULATE_SCENARIO: file } });
    child.stdin.end();
    await once(child.stdout, "readable");
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => (length += chunk.length));
    expect(await child.closed).toEqual([0, null]);
    expect(length).toBe(long.length + 1);
  });

  test("exits when the reader has gone", async () => {
    const child = start(STREAM, {});
    child.stdout.destroy();
    child.stdin.write(user("a") + user("b"));
    expect(await child.exited).toEqual([1, null]);
  });
});

describe("faults of a process", () => {
  test("the fault exit ends the process by a signal", async () => {
    const child = start([...STREAM, "--simulate-fault", '{"fault":"exit","signal":"SIGKILL","afterLines":1}']);
    child.stdin.write(user("a"));
    child.stdout.resume();
    expect(await child.exited).toEqual([null, "SIGKILL"]);
  });

  test("the fault ignore-sigterm lets the process answer the next prompt", async () => {
    const child = start(STREAM, { env: { UNSPOOL_SIMULATE_FAULT: '{"fault":"ignore-sigterm"}' } });
    child.stdin.write(user("a"));
    await readUntil(child, '"type":"result"');
    child.kill("SIGTERM");
    child.stdin.end(user("b"));
    await readUntil(child, '"result":"two"');
    child.stdout.resume();
    expect(await child.exited).toEqual([0, null]);
  });

  test("the fault no-exit keeps the process alive after the end of input", async () => {
    const child = start(STREAM, { env: { UNSPOOL_SIMULATE_FAULT: '{"fault":"no-exit"}' } });
    child.stdin.end(user("a"));
    await readUntil(child, '"type":"result"');
    // Waits as long as another process needs from start to exit.
    expect(run(STREAM, { input: user("a") }).code).toBe(0);
    child.kill("SIGKILL");
    expect(await child.exited).toEqual([null, "SIGKILL"]);
  });
});

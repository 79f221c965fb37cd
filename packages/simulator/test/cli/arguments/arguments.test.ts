// Compares accepted and refused command lines with the outcomes of the real CLIs in measured.json.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readArguments, type CliArguments } from "../../../src/cli/arguments/arguments.ts";
import { Refusal } from "../../../src/cli/arguments/refusal.ts";

interface Measured {
  readonly words: readonly string[];
  readonly outcomes: readonly { readonly versions: readonly string[]; readonly outcome: Outcome }[];
}
type Outcome = "runs" | { readonly warns: string } | { readonly code: number; readonly stderr: string };

const CWD = "/nowhere";
const measured = JSON.parse(readFileSync(new URL("measured.json", import.meta.url), "utf8")) as readonly Measured[];

function getOutcome(words: readonly string[], version: string): Outcome {
  try {
    const command = readArguments(words, { UNSPOOL_SIMULATE_VERSION: version }, CWD);
    if (command.kind !== "run") throw new Error(`unexpected ${command.kind}`);
    const { warnings } = command.arguments;
    return warnings.length === 0 ? "runs" : { warns: warnings.map((warning) => `${warning}\n`).join("") };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The text of a JSON error depends on the parser.
    const stderr = error.text.replace(/((?:invalid|not valid) JSON: |SyntaxError: ).*\n/, "$1REASON\n");
    return { code: error.exitCode, stderr: stderr.replaceAll(CWD, "CWD") };
  }
}

function run(...words: readonly string[]): CliArguments {
  const command = readArguments(words, {}, CWD);
  if (command.kind !== "run") throw new Error(`unexpected ${command.kind}`);
  return command.arguments;
}

for (const { words, outcomes } of measured) {
  test(`each version behaves as measured with ${words.join(" ")}`, () => {
    for (const { versions, outcome } of outcomes) {
      for (const version of versions) expect([version, getOutcome(words, version)]).toEqual([version, outcome]);
    }
  });
}

test("accepts a value after a space, an equals sign or a short flag", () => {
  const id = "550e8400-e29b-41d4-a716-446655440000";
  for (const words of [["--resume", id], [`--resume=${id}`], ["-r", id], [`-r${id}`]]) {
    expect(run("-p", ...words).resume).toEqual({ id });
  }
  expect(run("-pc", "hi")).toMatchObject({ resume: "latest", prompt: "hi" });
});

test("a list flag takes all arguments up to the next flag, and only one after an equals sign", () => {
  const { allowedTools, prompt } = run("-p", "hi", "--allowedTools", "Bash(git log:*) Edit,Read", "Write", "--verbose");
  expect(allowedTools).toEqual(["Bash(git log:*)", "Edit", "Read", "Write"]);
  expect(prompt).toBe("hi");
  expect(run("-p", "--allowed-tools=Bash", "hi")).toMatchObject({ allowedTools: ["Bash"], prompt: "hi" });
});

test("treats everything after two dashes as the prompt", () => {
  expect(run("-p", "--", "--verbose")).toMatchObject({ prompt: "--verbose", isVerbose: false });
});

test("uses the last value of a repeated flag", () => {
  expect(run("-p", "hi", "--output-format", "json", "--output-format", "text").outputFormat).toBe("text");
});

test("ignores an unknown flag with a warning", () => {
  const { prompt, warnings } = run("-p", "hi", "--from-the-future", "--other=1");
  expect(prompt).toBe("hi");
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("unknown option --from-the-future");
});

test("maps --dangerously-skip-permissions to bypassPermissions, and the mode manual to default", () => {
  expect(run("-p", "hi", "--dangerously-skip-permissions").permissionMode).toBe("bypassPermissions");
  expect(run("-p", "hi", "--permission-mode", "manual").permissionMode).toBe("default");
});

test("merges the MCP servers of several configurations", () => {
  const configs = ['{"mcpServers":{"a":{"type":"sdk","name":"a"}}}', '{"mcpServers":{"b":{"command":"b"}}}'];
  expect(Object.keys(run("-p", "hi", "--mcp-config", ...configs).mcpServers)).toEqual(["a", "b"]);
});

test("reads the simulator's options from flags, else from the environment", () => {
  const environment = {
    UNSPOOL_SIMULATE_SCENARIO: "tools",
    UNSPOOL_SIMULATE_SEED: "7",
    UNSPOOL_SIMULATE_SPEED: "",
    // A variable of the property tests, which the simulator ignores.
    UNSPOOL_SEED: "random",
    UNSPOOL_SIMULATE_DIALECT: "no-ids, growing",
  };
  const command = readArguments(
    ["-p", "--simulate-seed", "8", "--simulate-fault", '{"fault":"no-exit"}'],
    environment,
    CWD,
  );
  expect(command).toMatchObject({
    arguments: {
      simulator: {
        scenario: "tools",
        seed: 8,
        speed: 0,
        dialects: ["no-ids", "growing"],
        faults: ['{"fault":"no-exit"}'],
      },
    },
  });
});

test.each([
  [["--simulate-seed", "x"], "--simulate-seed"],
  [["--simulate-version", "new"], "--simulate-version"],
  [["--simulate-speed=-1"], "--simulate-speed"],
  [["--simulate-dialect", "klingon"], "--simulate-dialect"],
])("refuses an invalid simulator option by name with exit code 2: %s", (words, name) => {
  const outcome = getOutcome(["-p", ...words], "2.1.325");
  expect(outcome).toMatchObject({ code: 2 });
  expect(JSON.stringify(outcome)).toContain(name);
});

test("answers --version and --help before it checks other flags", () => {
  expect(readArguments(["--version", "--output-format", "xml"], {}, CWD)).toEqual({
    kind: "version",
    version: "2.1.325",
  });
  expect(readArguments(["-h"], {}, CWD)).toEqual({ kind: "help" });
});

test("does not treat a command of the real CLI as a prompt", () => {
  expect(() => readArguments(["mcp", "list"], {}, CWD)).toThrow('no command "mcp"');
  expect(run("-p", "update").prompt).toBe("update");
});

test("2.1.74 refuses to start inside another Claude Code session, and 2.1.200 starts", () => {
  const inside = (version: string) => (): unknown =>
    readArguments(["-p", "hi"], { CLAUDECODE: "1", UNSPOOL_SIMULATE_VERSION: version }, CWD);
  expect(inside("2.1.74")).toThrow("cannot be launched inside another Claude Code session");
  expect(inside("2.1.200")).not.toThrow();
});

test("refuses an unknown flag that begins with --simulate-, and lists the known ones", () => {
  expect(() => readArguments(["-p", "hi", "--simulate-scneario", "greeting"], {}, "/")).toThrow(
    "--simulate-scneario is not known; the simulator's own flags are --simulate-scenario, ",
  );
});

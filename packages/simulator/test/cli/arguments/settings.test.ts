import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArguments, type CliArguments } from "../../../src/cli/arguments/arguments.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "unspool-settings-"));
  for (const place of ["home/.claude", "work/.claude"]) mkdirSync(join(folder, place), { recursive: true });
  const write = (file: string, content: unknown): void =>
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  write("home/.claude/settings.json", { model: "users", permissions: { allow: ["Read"] } });
  write("work/.claude/settings.json", { model: "projects", permissions: { deny: ["WebFetch"], ask: ["Edit"] } });
  write("work/.claude/settings.local.json", { permissions: { allow: ["Bash(ls:*)"] } });
  write("work/mine.json", { model: "mine", permissions: { defaultMode: "plan" }, outputStyle: "Explanatory" });
  write("work/broken.json", '{"model":');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(words: readonly string[], version = "2.1.325"): CliArguments {
  const environment = { HOME: join(folder, "home"), UNSPOOL_SIMULATE_VERSION: version };
  const command = readArguments(["-p", "hi", ...words], environment, join(folder, "work"));
  if (command.kind !== "run") throw new Error(`unexpected ${command.kind}`);
  return command.arguments;
}

test("reads settings from a text or a file, and flags override them", () => {
  expect(read(["--settings", "mine.json"])).toMatchObject({
    model: "mine",
    permissionMode: "plan",
    outputStyle: "Explanatory",
  });
  const text = '{"model":"texts","permissions":{"allow":["Bash"],"additionalDirectories":["/x"]}}';
  expect(read(["--settings", text, "--allowedTools", "Read", "--model", "flags"])).toMatchObject({
    model: "flags",
    allowedTools: ["Read", "Bash"],
    additionalDirectories: ["/x"],
  });
});

test("reads settings files of the workspace and of the user only if --setting-sources names them", () => {
  expect(read([])).toMatchObject({ model: undefined, allowedTools: [], disallowedTools: [] });
  expect(read(["--setting-sources", "local"])).toMatchObject({ model: undefined, allowedTools: ["Bash(ls:*)"] });
  expect(read(["--setting-sources", "local,project,user"])).toMatchObject({
    model: "projects",
    allowedTools: ["Read", "Bash(ls:*)"],
    disallowedTools: ["WebFetch"],
    askRules: [{ rule: "Edit", source: "projectSettings" }],
  });
});

test.each([
  '{"model":5,"permissions":{"deny":["Bash"]}}',
  '{"permissions":{"deny":["Bash"],"defaultMode":"nonsense"}}',
  '{"permissions":{"deny":["Bash", 1]}}',
  '{"permissions":{"deny":["Bash"]},"hooks":{"Stop":"echo"}}',
])("ignores all settings if one value is invalid: %s", (text) => {
  expect(read(["--settings", text])).toMatchObject({ disallowedTools: [], permissionMode: "default" });
});

test.each([
  ["2.1.250", "default"],
  ["2.1.285", "auto"],
  ["2.1.299", "auto"],
  ["2.1.325", "default"],
])("%s starts in the permission mode %s unless a flag or a setting chooses one", (version, mode) => {
  expect(read([], version).permissionMode).toBe(mode);
  expect(read(["--permission-mode", "default"], version).permissionMode).toBe("default");
  const text = '{"permissions":{"defaultMode":"acceptEdits"}}';
  expect(read(["--settings", text], version).permissionMode).toBe("acceptEdits");
});

test("treats a mode that the version does not have as invalid", () => {
  const text = '{"permissions":{"defaultMode":"dontAsk"}}';
  expect(read(["--settings", text], "2.0.76").permissionMode).toBe("dontAsk");
  expect(read(["--settings", text], "1.0.128").permissionMode).toBe("default");
});

test("ignores a file that is not JSON, and refuses a missing one", () => {
  expect(read(["--settings", "broken.json"]).model).toBeUndefined();
  expect(() => read(["--settings", "nothing.json"])).toThrow("Settings file not found");
});

test("reads hooks from settings as commands with their event and matcher", () => {
  const command = { type: "command", command: "echo a" };
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [command, { type: "prompt", prompt: "?" }] }] };
  expect(read(["--settings", JSON.stringify({ hooks })]).commandHooks).toEqual([
    { event: "PreToolUse", matcher: "Bash", command: "echo a" },
  ]);
});

test("--tools selects no tools, some, or all with `default`", () => {
  expect(read(["--tools", "Bash,Read", "Edit"]).tools).toEqual(["Bash", "Read", "Edit"]);
  expect(read(["--tools", ""]).tools).toEqual([]);
  expect(read(["--tools", "default"]).tools).toBeUndefined();
  expect(read([]).tools).toBeUndefined();
});

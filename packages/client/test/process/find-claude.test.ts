import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { findClaude, locateClaude } from "../../src/process/find-claude.ts";
import { listInstallLocations } from "../../src/process/install-locations.ts";
import { parseShim } from "../../src/process/windows-shim.ts";
import { temporaryFolder } from "../transport/collect.ts";

const linux = { platform: "linux" } as const;

function write(path: string, text = "#!/bin/sh\n", mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test("the option comes first, then UNSPOOL_CLAUDE, then the PATH, then the usual places", () => {
  const home = temporaryFolder();
  const paths = ["option", "variable", "bin", ".local/bin"].map((name) => write(join(home, name, "claude")));
  const [executable, UNSPOOL_CLAUDE, onPath, usual] = paths as [string, string, string, string];
  const env = { UNSPOOL_CLAUDE, PATH: dirname(onPath) };
  const found = (options: Parameters<typeof locateClaude>[0]): readonly string[] => {
    const { path, source } = locateClaude({ ...linux, home, ...options });
    return [source, path];
  };
  expect(found({ executable, env })).toEqual(["option", executable]);
  expect(found({ env })).toEqual(["UNSPOOL_CLAUDE", UNSPOOL_CLAUDE]);
  expect(found({ env: { PATH: env.PATH } })).toEqual(["PATH", onPath]);
  expect(found({ env: { PATH: "/nowhere" } })).toEqual(["usual-place", usual]);
});

test("refuses a given program that does not exist, without trying others", () => {
  const home = temporaryFolder();
  write(join(home, ".local/bin/claude"));
  const missing = join(home, "none");
  expect(() => locateClaude({ ...linux, home, env: {}, executable: missing })).toThrow(/the option `executable` names/);
  expect(() => locateClaude({ ...linux, home, env: { UNSPOOL_CLAUDE: missing } })).toThrow(/UNSPOOL_CLAUDE names/);
});

test("the error without a claude lists the searched paths and what to do", () => {
  const home = temporaryFolder();
  const places = listInstallLocations({}, "linux", home).filter((place) => place.startsWith(home));
  expect(() => locateClaude({ ...linux, home, env: { PATH: "" } })).toThrow(
    expect.objectContaining({
      code: "claude-not-found",
      message: expect.stringMatching(/\.local\/bin\/claude.*npm install.*`executable`.*UNSPOOL_CLAUDE/s) as string,
      details: { looked: expect.arrayContaining(places) as string[], source: "search" },
    }),
  );
});

test("skips files that cannot be run, folders, and relative entries of the PATH", () => {
  const home = temporaryFolder();
  write(join(home, "a/claude"), "text", 0o644);
  mkdirSync(join(home, "b/claude"), { recursive: true });
  const right = write(join(home, "c/claude"));
  const PATH = ["", ".", "a", join(home, "a"), join(home, "b"), join(home, "c")].join(":");
  expect(locateClaude({ ...linux, home, env: { PATH } }).path).toBe(right);
});

test("searches the PATH for a name without a folder, and expands ~", () => {
  const home = temporaryFolder();
  const path = write(join(home, "bin/claude-next"));
  const env = { PATH: join(home, "bin") };
  expect(locateClaude({ ...linux, home, env, executable: "claude-next" }).path).toBe(path);
  expect(locateClaude({ ...linux, home, env: {}, executable: "~/bin/claude-next" }).path).toBe(path);
});

test.each(["js", "mjs", "cjs"])("a .%s file runs under this process's node", (ending) => {
  const path = write(join(temporaryFolder(), `cli.${ending}`), "", 0o644);
  expect(locateClaude({ executable: path })).toMatchObject({ command: process.execPath, args: [path], path });
});

test("reads the version from the package.json beside a link's target", async () => {
  const folder = temporaryFolder();
  const home = join(folder, "lib/node_modules/@anthropic-ai/claude-code");
  write(join(home, "package.json"), '{"name":"@anthropic-ai/claude-code","version":"2.1.74"}');
  write(join(home, "cli.js"), "throw new Error('must not be run')");
  write(join(home, "bin/claude.exe"), "must not be run");
  mkdirSync(join(folder, "bin"));
  for (const [name, target] of [
    ["old", "cli.js"],
    ["new", "bin/claude.exe"],
  ] as const) {
    symlinkSync(join(home, target), join(folder, "bin", name));
    expect(await findClaude({ executable: join(folder, "bin", name) })).toMatchObject({ version: "2.1.74" });
  }
});

test("reads the version from the path of the native installer's program", () => {
  const folder = temporaryFolder();
  const program = write(join(folder, ".local/share/claude/versions/2.1.200"));
  mkdirSync(join(folder, ".local/bin"), { recursive: true });
  symlinkSync(program, join(folder, ".local/bin/claude"));
  expect(locateClaude({ ...linux, home: folder, env: {} }).version).toBe("2.1.200");
});

test("asks the program for its version once, and again when the file has changed", async () => {
  const folder = temporaryFolder();
  const log = join(folder, "log");
  const program = (version: string): string =>
    `#!${process.execPath}\nrequire("fs").appendFileSync(${JSON.stringify(log)}, process.argv.slice(2) + "\\n"); console.log("${version} (Claude Code)")`;
  const executable = write(join(folder, "claude"), program("2.1.9"));
  expect(locateClaude({ executable }).version).toBeUndefined();
  const both = await Promise.all([findClaude({ executable }), findClaude({ executable })]);
  expect(both.map(({ version }) => version)).toEqual(["2.1.9", "2.1.9"]);
  expect(readFileSync(log, "utf8")).toBe("--version\n");
  write(executable, program("2.1.10-beta.1"));
  expect((await findClaude({ executable })).version).toBe("2.1.10-beta.1");
});

test("a program that fails or prints nothing has no version", async () => {
  const executable = write(join(temporaryFolder(), "claude"), "#!/bin/sh\nexit 3\n");
  expect((await findClaude({ executable })).version).toBeUndefined();
});

test("a program that never answers is killed", async () => {
  const executable = write(join(temporaryFolder(), "claude"), `#!${process.execPath}\nsetInterval(() => 0, 1e6)`);
  let giveUp: () => void = () => undefined;
  const clock = {
    now: () => 0,
    after: (_ms: number, callback: () => void) => {
      giveUp = callback;
      return () => undefined;
    },
  };
  const finding = findClaude({ executable, clock });
  giveUp();
  expect((await finding).version).toBeUndefined();
});

test("the version of a fake claude is the one it imitates", async () => {
  const fake = fakeClaude({ scenario: "greeting", version: "2.1.74" });
  onTestFinished(() => fake.cleanup());
  expect(await findClaude({ env: { ...fake.env } })).toMatchObject({
    source: "PATH",
    version: "2.1.74",
    path: fake.path,
  });
});

const NPM_SHIM = [
  "@ECHO off",
  "GOTO start",
  ":find_dp0",
  "SET dp0=%~dp0",
  "EXIT /b",
  ":start",
  "SETLOCAL",
  "CALL :find_dp0",
  'IF EXIST "%dp0%\\node.exe" (',
  '  SET "_prog=%dp0%\\node.exe"',
  ") ELSE (",
  '  SET "_prog=node"',
  "  SET PATHEXT=%PATHEXT:;.JS;=;%",
  ")",
  "",
  'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*',
].join("\r\n");

test.each([
  [NPM_SHIM, "C:\\npm\\node_modules\\@anthropic-ai\\claude-code\\cli.js"],
  [
    '@"%~dp0\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe"   %*\r\n',
    "C:\\npm\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe",
  ],
  [
    '@IF EXIST "%~dp0\\node.exe" (\r\n  "%~dp0\\node.exe"  "%~dp0\\..\\claude-code\\cli.js" %*\r\n)',
    "C:\\claude-code\\cli.js",
  ],
  ['@"C:\\node.exe" "%~dp0claude" %*\r\n', "C:\\npm\\claude"],
  ["@echo hello\r\n", undefined],
])("the program behind a .cmd shim is found (%#)", (text, target) => {
  expect(parseShim(text, "C:\\npm")).toBe(target);
});

test("on Windows runs a script with this process's node, and a .exe directly", () => {
  const folder = temporaryFolder();
  const script = write(join(folder, "claude"), "");
  const exe = write(join(folder, "claude.exe"), "");
  const where = { platform: "win32", env: {}, home: folder };
  expect(locateClaude({ ...where, executable: exe })).toMatchObject({ command: exe, args: [] });
  expect(locateClaude({ ...where, executable: `${script}.exe` })).toMatchObject({ command: exe });
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeShim } from "../../src/testing/shim.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-shim-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(folder, "program with a blank.cjs");
writeFileSync(program, `console.log(JSON.stringify([process.argv.slice(2), process.env.MARK]));`);
const options = {
  folder,
  program,
  flags: ["--flag", 'a "quoted" value'],
  env: { MARK: "set" },
  execPath: process.execPath,
  platform: process.platform,
};

describe("the shim", () => {
  it.skipIf(process.platform === "win32")("puts its flags before the caller's, and sets its variables", () => {
    const path = writeShim(options);
    expect(path).toBe(join(folder, "claude"));
    const output = execFileSync(path, ["-p", "$HOME; hi"], { encoding: "utf8", env: {} });
    expect(JSON.parse(output)).toEqual([["--flag", 'a "quoted" value', "-p", "$HOME; hi"], "set"]);
  });

  it("writes a .cmd beside the shim on Windows", () => {
    const path = writeShim({ ...options, execPath: "C:\\Program Files\\node.exe", platform: "win32" });
    expect(path.endsWith("claude.cmd")).toBe(true);
    expect(readFileSync(path, "utf8")).toBe('@"C:\\Program Files\\node.exe" "%~dp0claude" %*\r\n');
  });

  it("uses env if the path of node contains a space", () => {
    writeShim({ ...options, execPath: "/opt/my node/bin/node" });
    expect(readFileSync(join(folder, "claude"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

import { describe, expect, it } from "vitest";
import { checkEnvironment, checkNodeVersion } from "../../src/doctor/check-environment.ts";
import { checkOthers, checkProgram, spendsAtStart } from "../../src/doctor/check-program.ts";

const program = { command: "claude", args: [], path: "/bin/claude", version: "2.1.325", source: "PATH" } as const;

describe("the environment", () => {
  it("is ok without any of these variables", () => {
    expect(checkEnvironment({ PATH: "/bin", ANTHROPIC_API_KEY: "" })).toEqual([
      { level: "ok", name: "environment", found: "no variable changes what claude does" },
    ]);
  });

  it.each([
    [{ CLAUDECODE: "1" }, "warning", "which set CLAUDECODE"],
    [{ ANTHROPIC_API_KEY: "sk-x" }, "warning", "billed to that key"],
    [{ ANTHROPIC_BASE_URL: "http://me:secret@proxy:1/x" }, "warning", "points to proxy:1,"],
    [{ CLAUDE_CODE_USE_BEDROCK: "1" }, "warning", "CLAUDE_CODE_USE_BEDROCK is set"],
    [{ NODE_OPTIONS: "--inspect-brk" }, "warning", "has --inspect"],
    [{ NODE_OPTIONS: "--require ./x.js" }, "warning", "loads more code"],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "error", "anyone on the network"],
    [{ CLAUDE_CONFIG_DIR: "/nowhere/x" }, "warning", "/nowhere/x, which does not exist"],
    [{ NODE_EXTRA_CA_CERTS: "/nowhere/y" }, "warning", "/nowhere/y, which does not exist"],
  ])("with %j has a risk, reported with what to do", (env, level, text) => {
    const found = checkEnvironment(env);
    expect(found).toHaveLength(1);
    expect(found[0]?.level).toBe(level);
    expect(found[0]?.found).toContain(text);
    expect(found[0]?.advice).toMatch(/\w/);
    expect(JSON.stringify(found)).not.toContain("secret");
  });
});

describe("the program", () => {
  it("of the newest version has every flag", () => {
    expect(checkProgram(program, "2.1.325").map(({ level }) => level)).toEqual(["ok", "ok", "ok"]);
  });

  it("that is newer than the newest tested version is ok, with a note", () => {
    const [, version] = checkProgram({ ...program, version: "2.2.0" }, "2.1.325");
    expect(version?.level).toBe("ok");
    expect(version?.found).toContain("newer than 2.1.325");
  });

  it("of an old version lacks flags, each listed with its first version", () => {
    const [, , flags] = checkProgram({ ...program, version: "2.0.76" }, "2.1.325");
    expect(flags).toMatchObject({ level: "warning", advice: "update it: claude update" });
    expect(flags?.found).toContain("--effort (the effort of thinking; since 2.1.74)");
    expect(flags?.found).not.toContain("--json-schema");
  });

  it("without a version gets a warning", () => {
    expect(checkProgram({ ...program, version: undefined }, "2.1.325")[1]).toMatchObject({ level: "warning" });
  });

  it.each([
    ["2.0.30", false],
    ["2.0.76", true],
    ["2.1.20", false],
    ["2.1.325", false],
  ])("%s asks the model at its start: %s", (version, isSpending) => {
    expect(spendsAtStart({ ...program, version })).toBe(isSpending);
  });

  it("is the only one on an empty PATH", () => {
    expect(checkOthers(program, "")).toEqual([]);
  });
});

describe("Node", () => {
  it("is ok from 20 on", () => {
    expect(checkNodeVersion("20.0.0").level).toBe("ok");
    expect(checkNodeVersion("18.20.0")).toMatchObject({ level: "error", advice: "install Node 20 or later" });
  });
});

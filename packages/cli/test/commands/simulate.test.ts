import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runProgram, simulatorPath, temporaryFolder, unspool } from "../process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("unspool simulate", () => {
  it.each([
    [
      "a stream",
      ["-p", "hi", "--output-format", "stream-json", "--verbose", "--simulate-scenario", "tools"],
      undefined,
    ],
    ["text from stdin", ["-p"], "hi"],
    ["a refusal", ["--output-format", "stream-json", "-p", "hi"], undefined],
    ["a fault", ["-p", "hi", "--simulate-fault", '{"fault":"exit","code":5}'], undefined],
    ["words behind --", ["-p", "--", "--help"], undefined],
    ["its version", ["--version"], undefined],
  ])("writes the same bytes as the simulator: %s", async (name, args, input) => {
    const store = (side: string): string[] => [
      "--simulate-seed",
      "1",
      "--simulate-store",
      join(folder.path, name, side),
    ];
    const [ours, its] = await Promise.all([
      unspool(["simulate", ...store("a"), ...args], { input, cwd: folder.path }),
      runProgram(process.execPath, [simulatorPath, ...store("b"), ...args], { input, cwd: folder.path }),
    ]);
    expect(ours).toEqual(its);
  });

  it("lists the ready-made scenarios, as stub does", async () => {
    const [ours, stub] = await Promise.all([unspool(["simulate", "--list"]), unspool(["stub", "--list"])]);
    expect(ours).toMatchObject({ stdout: stub.stdout, stderr: "", code: 0 });
    expect(ours.stdout.split("\n")).toContain("two-agents");
  });

  it("handles SIGINT as the simulator does", async () => {
    const args = [
      "simulate",
      "-p",
      "hi",
      "--output-format",
      "stream-json",
      "--verbose",
      "--simulate-scenario",
      "sigint",
    ];
    const { code, signal } = await unspool(args, {
      cwd: folder.path,
      onStart: (child) => void child.stdout.once("data", () => child.kill("SIGINT")),
    });
    expect({ code, signal }).toEqual({ code: 0, signal: null });
  });
});

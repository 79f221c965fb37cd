import { mkdtempSync, appendFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openLogFile, readLog } from "../../src/cli/run-log.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

const processWith = (env: Record<string, string>): NodeJS.Process =>
  ({ env, pid: 7, argv: ["node", "claude", "-p"], cwd: () => "/work" }) as unknown as NodeJS.Process;

describe("the log of the executable", () => {
  it("opens a log only if UNSPOOL_SIMULATE_LOG is set", () => {
    expect(openLogFile(processWith({}))).toBeUndefined();
  });

  it("records the start, every input, the end and every reply", () => {
    const file = join(folder, "log");
    const log = openLogFile(processWith({ UNSPOOL_SIMULATE_LOG: file }));
    log?.input('{"type":"user"}');
    log?.end();
    log?.reply("turns[0].replies[0]");
    expect(readLog(file)).toEqual([
      { type: "start", pid: 7, args: ["-p"], cwd: "/work" },
      { type: "input", pid: 7, text: '{"type":"user"}' },
      { type: "end", pid: 7 },
      { type: "reply", pid: 7, location: "turns[0].replies[0]" },
    ]);
    // The log contains prompts, so only its user may read it.
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("reads a log up to its last complete line", () => {
    const file = join(folder, "cut");
    appendFileSync(file, '{"type":"end","pid":1}\n{"type":"inp');
    expect(readLog(file)).toEqual([{ type: "end", pid: 1 }]);
    expect(readLog(join(folder, "missing"))).toEqual([]);
  });
});

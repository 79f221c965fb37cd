// Runs a command in a real shell whose PATH holds nothing but programs that write down that they were started.

import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface BashStub {
  /** The names of the stubs that the command started. */
  startedBy(command: string): ReadonlySet<string>;
  remove(): void;
}

const STUBS = ["rma", "rmb", "other"] as const;

export function createBashStub(): BashStub {
  const root = mkdtempSync(join(tmpdir(), "unspool-shell-"));
  const bin = join(root, "bin");
  let runs = 0;
  mkdirSync(bin);
  for (const name of STUBS) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "\${0##*/}" >> "$LOG"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const [name, path] of [
    ["bash", "/bin/bash"],
    ["sh", "/bin/sh"],
    ["env", "/usr/bin/env"],
    ["cat", "/bin/cat"],
  ] as const) {
    symlinkSync(path, join(bin, name));
  }
  return {
    startedBy(command) {
      const folder = mkdtempSync(join(root, "cwd-"));
      // A file of its own: what an earlier command left running in the background may still write.
      const log = join(root, `log-${++runs}`);
      const { pid } = spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", command], {
        cwd: folder,
        env: { PATH: bin, HOME: folder, X: "rma", BIN: bin, LOG: log, LC_ALL: "C.UTF-8" },
        stdio: "ignore",
        timeout: 5000,
        killSignal: "SIGKILL",
        // A group of its own, so that what a command leaves running can be killed with it.
        detached: true,
      } as SpawnSyncOptions);
      killGroup(pid);
      rmSync(folder, { recursive: true, force: true });
      return new Set(existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A generated command may start itself again without end: 3,000 shells were left by one. */
function killGroup(leader: number): void {
  // 0: it could not be started, and would stand for this process's own group.
  if (leader <= 0) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Everything has ended.
  }
}

/** Whether bash and its usual companions are where the tests look for them. */
export const hasBash = ["/bin/bash", "/bin/sh", "/usr/bin/env", "/bin/cat"].every((path) => existsSync(path));

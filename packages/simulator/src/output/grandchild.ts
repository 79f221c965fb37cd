// Starts a process that keeps our stdout open after we have ended. It has its own process group, so that it survives a kill of
// ours. The end of its stdin tells it that we have ended.

import { spawn } from "node:child_process";

export function startGrandchild(execPath: string, ms: number): void {
  const script = `process.stdin.resume().on("close", () => setTimeout(() => {}, ${ms}))`;
  const child = spawn(execPath, ["-e", script], { detached: true, stdio: ["pipe", "inherit", "ignore"] });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  child.on("error", () => {});
}

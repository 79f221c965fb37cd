// A process that holds our stdout open after we have gone. In a process group of its own, so that it survives whoever
// kills ours. Its stdin tells it when we have gone.

import { spawn } from "node:child_process";

export function startGrandchild(execPath: string, ms: number): void {
  const script = `process.stdin.resume().on("close", () => setTimeout(() => {}, ${ms}))`;
  const child = spawn(execPath, ["-e", script], { detached: true, stdio: ["pipe", "inherit", "ignore"] });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  child.on("error", () => {});
}

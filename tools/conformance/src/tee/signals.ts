// Checks that `unspool record` passes a signal to a real CLI in the middle of an answer, and exits as the CLI does.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "@unspool/protocol";
import { startModelStub } from "@unspool/simulator";
import type { Program } from "../clis/install.ts";
import { createSandbox, removeFolder } from "../clis/sandbox.ts";
import { createRecordedClaude } from "./recorded-claude.ts";

const FLAGS = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const PATIENCE_MS = 60_000;

export async function checkSignal(program: Program, signal: NodeJS.Signals, exitCode: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "unspool-tee-"));
  const sandbox = createSandbox();
  const stub = await startModelStub({ turns: [{ replies: [{ blocks: [{ text: "On and on" }], hang: true }] }] });
  const run = createRecordedClaude(folder, [program.file, ...program.args]);
  const child = spawn(run.path, ["-p", ...FLAGS, "--include-partial-messages"], {
    cwd: sandbox.workspace,
    env: sandbox.environment(stub.env()),
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  let isSent = false;
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (isSent || !output.includes("text_delta")) return;
    isSent = true;
    child.kill(signal);
  });
  child.stdin.write(encode.user("Go."));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const found = [...(await run.differences())];
  await stub.close();
  await sandbox.remove();
  await removeFolder(folder);
  return code === exitCode ? found : [...found, `it ended with ${String(code)}, and ${exitCode} was expected`];
}

// The sandbox of a CLI: its own home, workspace and temporary folder, and an environment without variables of this machine.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly temporary: string;
  environment(more: Readonly<Record<string, string>>): Record<string, string>;
  remove(): Promise<void>;
}

export function createSandbox(files: Readonly<Record<string, string>> = {}): Sandbox {
  const root = mkdtempSync(join(tmpdir(), "unspool-"));
  const [home, workspace, temporary] = ["home", "workspace", "tmp"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, workspace, temporary]) mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(workspace, name);
    if (relative(workspace, path).startsWith("..")) throw new Error(`host.files: ${name} is outside the workspace`);
    mkdirSync(dirname(path), { recursive: true });
    const encoded = /^base64:(.*)$/s.exec(content)?.[1];
    writeFileSync(path, encoded === undefined ? content : Buffer.from(encoded, "base64"));
  }
  return {
    root,
    home,
    workspace,
    temporary,
    environment: (more) => ({
      HOME: home,
      TMPDIR: temporary,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      LANG: "C.UTF-8",
      ...more,
    }),
    remove: () => removeFolder(root),
  };
}

/**
 * Removes the folder of a CLI that may still be writing there. `rmSync` retries only the removal of the emptied folder, not of
 * files written since.
 */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 30 });
}

/** Set inside a network namespace that has only loopback. */
const INSIDE = "UNSPOOL_LOOPBACK_ONLY";

/**
 * Runs this program again in a network namespace that has only loopback, if the platform allows it.
 * @returns its exit code, or undefined if this process is inside already or a namespace cannot be created
 */
export function rerunOnLoopbackOnly(args: readonly string[] = process.argv.slice(2)): number | undefined {
  if (process.env[INSIDE] !== undefined || process.platform !== "linux") return undefined;
  const flags = process.getuid?.() === 0 ? ["--net"] : ["--net", "--map-root-user"];
  const up = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  if (spawnSync("unshare", [...flags, ...up, "true"], { stdio: "ignore" }).status !== 0) return undefined;
  const self = [process.execPath, ...process.execArgv, process.argv[1] as string, ...args];
  const env = { ...process.env, [INSIDE]: "1" };
  return spawnSync("unshare", [...flags, ...up, ...self], { stdio: "inherit", env }).status ?? 1;
}

export function isOnLoopbackOnly(): boolean {
  return process.env[INSIDE] !== undefined;
}

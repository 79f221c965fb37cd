import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { killGroup } from "../../src/process/kill-group.ts";
import { reapOrphans } from "../../src/process/reap-orphans.ts";
import { CHILD_VARIABLE, openRegistry, type RegistryEntry } from "../../src/process/registry.ts";
import { isRunning, temporaryFolder, temporaryRegistry } from "../transport/collect.ts";
import { buildHost, runHost } from "./run-host.ts";

/** Returns the resident memory in kB. */
const readResidentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

test("a host killed by SIGKILL in the middle of ten sessions leaves ten programs, and the next start reaps all of them", async () => {
  const folder = temporaryFolder();
  const file = await buildHost(folder);
  // Each one stays after the end of input, as during a turn, and half of them ignore SIGTERM.
  const child = "if (process.pid % 2) process.on('SIGTERM', () => 0); console.log('up'); setInterval(() => 0, 1e6)";
  const host = runHost(file, [join(folder, "children"), "10", "wait", child]);
  await host.said("ready");
  host.process.kill("SIGKILL");
  await host.exited;
  const { children } = host;
  expect(children.filter(isRunning)).toHaveLength(10);

  const registry = openRegistry(join(folder, "children"));
  const orphans = await reapOrphans({ registry, graceMs: 300 });
  expect(orphans.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => "killed"));
  expect(new Set(orphans.map(({ pid }) => pid))).toEqual(new Set(children));
  expect(children.filter(isRunning)).toEqual([]);
  expect(readdirSync(registry.folder)).toEqual([]);
});

test("programs of a host that lives are left alone", async () => {
  const registry = temporaryRegistry();
  const pid = sleeper();
  registry.add({ id: "of-this-host", pid });
  expect(await reapOrphans({ registry })).toEqual([]);
  expect(isRunning(pid)).toBe(true);
  expect(registry.entries()).toHaveLength(1);
});

test("a pid that was reused is never killed", async () => {
  const registry = temporaryRegistry();
  const pid = sleeper();
  entry(registry, pid, { start: 1, hostStart: 1 });
  expect(await reapOrphans({ registry })).toMatchObject([{ pid, outcome: "already-gone" }]);
  expect(isRunning(pid)).toBe(true);
  expect(registry.entries()).toEqual([]);
});

test("programs of a host without a start time are left alone while its pid is in use", async () => {
  const registry = temporaryRegistry();
  const pid = sleeper();
  entry(registry, pid, { hostStart: undefined });
  expect(await reapOrphans({ registry })).toEqual([]);
  expect(isRunning(pid)).toBe(true);
  entry(registry, pid, { id: "of-a-dead-one", hostStart: undefined, hostPid: 2 ** 22 + 12_345 });
  expect(await reapOrphans({ registry })).toMatchObject([{ pid, outcome: "killed" }]);
});

test("entries of another machine or container are left alone", async () => {
  const registry = temporaryRegistry();
  const pid = sleeper();
  entry(registry, pid, { hostStart: 1, machine: "another boot" });
  expect(await reapOrphans({ registry })).toEqual([]);
  expect(isRunning(pid)).toBe(true);
  expect(registry.entries()).toHaveLength(1);
});

test.runIf(process.platform === "linux")(
  "processes that a program left behind in its group are found by their id variable",
  async () => {
    const registry = temporaryRegistry();
    // While a process with much memory exits, it still runs but has no environment any more.
    const leader = spawn("/bin/sh", ["-c", "dd if=/dev/zero of=/dev/null bs=256000000 > /dev/null 2>&1 & echo $!"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: "/usr/bin:/bin", [CHILD_VARIABLE]: "the-mark" },
    });
    onTestFinished(() => void killGroup(leader.pid ?? 0, "SIGKILL"));
    let text = "";
    leader.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await new Promise((resolve) => leader.once("close", resolve));
    const left = Number(text);
    await vi.waitFor(() => expect(readResidentKb(left)).toBeGreaterThan(250_000), 10_000);
    expect(isRunning(left)).toBe(true);
    entry(registry, leader.pid ?? 0, { id: "the-mark", hostStart: 1 });
    expect(await reapOrphans({ registry, graceMs: 300 })).toMatchObject([{ outcome: "killed" }]);
    expect(isRunning(left)).toBe(false);
  },
);

test.runIf(process.platform === "linux")(
  "detached commands of a dead program are found by their id variable",
  async () => {
    const registry = temporaryRegistry();
    // Starts a process in a new session, as the CLI does, prints its pid and is killed.
    const program = spawn(process.execPath, ["-e", STARTS_AND_IS_KILLED], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: "/usr/bin:/bin", [CHILD_VARIABLE]: "the-mark" },
    });
    let text = "";
    program.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await new Promise((resolve) => program.once("close", resolve));
    const left = Number(text);
    onTestFinished(() => void killGroup(left, "SIGKILL"));
    expect(isRunning(left)).toBe(true);
    entry(registry, program.pid ?? 0, { id: "another-mark", hostStart: 1 });
    expect(await reapOrphans({ registry, graceMs: 300 })).toMatchObject([{ outcome: "already-gone" }]);
    expect(isRunning(left)).toBe(true);
    entry(registry, program.pid ?? 0, { id: "the-mark", hostStart: 1 });
    expect(await reapOrphans({ registry, graceMs: 300 })).toMatchObject([{ outcome: "killed" }]);
    expect(isRunning(left)).toBe(false);
    expect(registry.entries()).toEqual([]);
  },
);

test("removes private files of a dead host, and no other file of its entry", async () => {
  const registry = temporaryRegistry();
  const folder = temporaryFolder();
  const secret = join(folder, "unspool-private-x");
  const other = join(folder, "other");
  for (const path of [secret, other]) {
    mkdirSync(path);
    writeFileSync(join(path, "file"), "x");
  }
  entry(registry, 2 ** 22 + 12_345, { hostStart: 1, files: [secret, other] });
  await reapOrphans({ registry });
  expect([existsSync(secret), existsSync(other)]).toEqual([false, true]);
});

test("entries are private to the user, and an unreadable one is ignored", async () => {
  const registry = temporaryRegistry();
  registry.add({ id: "one", pid: process.pid });
  const file = join(registry.folder, "one.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ hostPid: process.pid, pid: process.pid });
  writeFileSync(join(registry.folder, "two.json"), '{"pid":');
  writeFileSync(join(registry.folder, "three.json"), '{"pid":1,"hostPid":1,"id":"x","files":[]}');
  writeFileSync(join(registry.folder, "four.json"), '{"pid":2,"hostPid":2,"id":"x","files":[null]}');
  symlinkSync("five.json", join(registry.folder, "five.json"));
  expect(registry.entries().map(({ entry: { id } }) => id)).toEqual(["one"]);
  expect(await reapOrphans({ registry })).toEqual([]);
});

test("a registry that cannot be written does not fail the session", () => {
  const file = join(temporaryFolder(), "a-file");
  writeFileSync(file, "");
  const registry = openRegistry(join(file, "children"));
  expect(() => registry.add({ id: "one", pid: process.pid }).remove()).not.toThrow();
  expect(registry.entries()).toEqual([]);
});

const STARTS_AND_IS_KILLED = `
const { spawn } = require("node:child_process");
const args = ["-e", "process.on('SIGTERM', () => 0); setInterval(() => 0, 1e6)"];
const { pid } = spawn(process.execPath, args, { detached: true, stdio: "ignore" });
process.stdout.write(String(pid), () => process.kill(process.pid, "SIGKILL"));`;

function sleeper(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "ignore", detached: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

/** Writes an entry as another host would. */
function entry(registry: ReturnType<typeof temporaryRegistry>, pid: number, changes: Partial<RegistryEntry>): void {
  const id = changes.id ?? "another";
  registry.add({ id, pid });
  const file = join(registry.folder, `${id}.json`);
  const written = JSON.parse(readFileSync(file, "utf8")) as RegistryEntry;
  writeFileSync(file, JSON.stringify({ ...written, ...changes }));
}

// One owner per session, among real processes.
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ClaudeError } from "../../../src/errors.ts";
import { createFolder } from "../../../src/process/create-folder.ts";
import { acquireSessionLock } from "../../../src/session/locks/lock.ts";
import type { Owner } from "../../../src/session/locks/lock-file.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-lock-"));
const program = join(folder, "owner.mjs");
const children = new Set<ChildProcess>();
let dirs = 0;

/** Says what came of it, holds the lock until it is told to go, and tells so. */
const source = `
  import { acquireSessionLock } from ${JSON.stringify(join(import.meta.dirname, "../../../src/session/locks/lock.ts"))};
  const [dir, id, mode] = process.argv.slice(2);
  const say = (line) => process.stdout.write(line + "\\n");
  process.stdin.resume();
  process.stdin.once("data", (begin) => {
    if (mode === "race") {
      const won = [];
      for (let round = 0; round < Number(id); round++) {
        while (Date.now() < Number(begin) + round * 8);
        try { acquireSessionLock(String(round), { dir }); won.push(round); } catch (error) { if (error.code !== "session-locked") throw error; }
      }
      say(won.join(" "));
      process.stdin.once("data", () => process.exit(0));
      return;
    }
    try {
      const lock = acquireSessionLock(id, { dir });
      say(lock.isHeld ? "held" : "none");
      process.stdin.once("data", () => { if (mode === "release") lock.release(); process.exit(0); });
    } catch (error) {
      say(error.code + " " + error.details.pid);
      process.exit(0);
    }
  });
  say("ready");
`;

beforeAll(async () => {
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    conditions: ["unspool-source"],
    logLevel: "silent",
  });
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const newDir = (): string => join(folder, `locks-${++dirs}`);

interface Contender {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  line(): Promise<string>;
  go(word?: string): void;
}

async function contender(dir: string, id: string, mode = "release"): Promise<Contender> {
  const child = spawn(process.execPath, [program, dir, id, mode], { stdio: ["pipe", "pipe", "inherit"] });
  children.add(child);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = linesOf(child);
  const line = async (): Promise<string> => (await lines.next()).value ?? "";
  child.stdin?.on("error", () => {});
  expect(await line()).toBe("ready");
  return { child, ended, line, go: (word = "go") => void child.stdin?.write(`${word}\n`) };
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of child.stdout ?? []) {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

function failure(run: () => unknown): ClaudeError {
  try {
    run();
  } catch (error) {
    if (error instanceof ClaudeError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a state folder that cannot be written", () => {
  it.skipIf(process.platform !== "linux")("neither locks a session nor delays it", () => {
    // Node's own recursive mkdir never returns here.
    expect(acquireSessionLock("s", { dir: "/proc/unspool/locks" }).isHeld).toBe(false);
    expect(() => createFolder("/proc/unspool")).toThrow(/\/proc\/unspool cannot be made \(ENOENT\)/);
  });

  it("is distinguished from a missing folder and from a file", () => {
    const deep = join(folder, "some", "levels", "deep");
    createFolder(deep);
    createFolder(deep);
    expect(existsSync(deep)).toBe(true);
    writeFileSync(join(deep, "file"), "");
    expect(() => createFolder(join(deep, "file", "below"))).toThrow(/ENOTDIR/);
  });
});

describe("a session's lock", () => {
  it("refuses a second owner with the first one's pid, also within one process", () => {
    const dir = newDir();
    const lock = acquireSessionLock("s", { dir });
    const error = failure(() => acquireSessionLock("s", { dir }));
    expect(error.code).toBe("session-locked");
    expect(error.details).toMatchObject({ id: "s", pid: process.pid });
    expect(error.message).toContain(`process ${process.pid}`);
    acquireSessionLock("other", { dir }).release();
    lock.release();
    lock.release();
    acquireSessionLock("s", { dir }).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is not released by a former owner", () => {
    const dir = newDir();
    const first = acquireSessionLock("s", { dir });
    first.release();
    const second = acquireSessionLock("s", { dir });
    first.release();
    expect(failure(() => acquireSessionLock("s", { dir })).code).toBe("session-locked");
    second.release();
  });

  it("does not use the id as a path", () => {
    const dir = newDir();
    const lock = acquireSessionLock("../../x/../y\0z", { dir });
    expect(readdirSync(dir)).toHaveLength(1);
    lock.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("reports the pid of another process that owns it", async () => {
    const dir = newDir();
    const other = await contender(dir, "s");
    other.go();
    expect(await other.line()).toBe("held");
    expect(failure(() => acquireSessionLock("s", { dir })).details).toMatchObject({ pid: other.child.pid });
    other.go();
    await other.ended;
    acquireSessionLock("s", { dir }).release();
  });

  it("is released when its process ends without closing", async () => {
    const dir = newDir();
    const other = await contender(dir, "s", "exit");
    other.go();
    expect(await other.line()).toBe("held");
    other.go();
    await other.ended;
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is taken over from a process that was killed", async () => {
    const dir = newDir();
    const other = await contender(dir, "s");
    other.go();
    expect(await other.line()).toBe("held");
    other.child.kill("SIGKILL");
    await other.ended;
    expect(readdirSync(dir)).toHaveLength(1);
    acquireSessionLock("s", { dir }).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is taken over if the owner's pid was reused by another process", () => {
    const dir = newDir();
    const file = staleLock(dir, (owner) => ({ ...owner, start: (owner.start ?? 0) - 1_000_000 }));
    expect(file).toBeDefined();
    acquireSessionLock("s", { dir }).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ["empty", ""],
    ["half written", '{"id":"s","pid":'],
    ["of zeros", "\0".repeat(100)],
    ["no object", "7"],
  ])("is taken over if its file is %s, even if the clock was changed", (_name, text) => {
    for (const ageMs of [60_000, -86_400_000]) {
      const dir = newDir();
      const file = staleLock(dir, (owner) => owner);
      writeFileSync(file, text);
      const at = (Date.now() - ageMs) / 1000;
      utimesSync(file, at, at);
      acquireSessionLock("s", { dir }).release();
      expect(readdirSync(dir)).toEqual([]);
    }
  });

  it("can be taken after a process died while taking it over", () => {
    const dir = newDir();
    const stale = staleLock(dir, (owner) => ({ ...owner, pid: NOBODY }));
    const owner = JSON.parse(readFileSync(stale, "utf8")) as Owner;
    writeFileSync(`${stale}.${owner.token}`, JSON.stringify({ ...owner, token: "second" }));
    acquireSessionLock("s", { dir }).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it("does not fail a session if the disk does not allow it", () => {
    mkdirSync(newDir(), { recursive: true });
    const lock = acquireSessionLock("s", { dir: join(program, "not-a-folder") });
    expect(lock.isHeld).toBe(false);
    lock.release();
  });

  it.each(["fresh", "stale"])("has exactly one owner after each of 200 races of four processes (%s)", async (kind) => {
    const dir = newDir();
    const ids = Array.from({ length: 200 }, (_, round) => round);
    if (kind === "stale") for (const id of ids) staleLock(dir, (owner) => ({ ...owner, pid: NOBODY }), String(id));
    const racers = await Promise.all(Array.from({ length: 4 }, () => contender(dir, String(ids.length), "race")));
    const begin = String(Date.now() + 100);
    for (const racer of racers) racer.go(begin);
    const told = await Promise.all(racers.map((racer) => racer.line()));
    const won = told.flatMap((line) =>
      line
        .split(" ")
        .filter((word) => word !== "")
        .map(Number),
    );
    expect(won.sort((one, other) => one - other)).toEqual(ids);
    for (const racer of racers) racer.go();
    await Promise.all(racers.map((racer) => racer.ended));
    expect(readdirSync(dir)).toEqual([]);
  });

  it("reports the one owner to all later processes", async () => {
    const dir = newDir();
    const racers = await Promise.all(Array.from({ length: 6 }, () => contender(dir, "s")));
    for (const racer of racers) racer.go();
    const told = await Promise.all(racers.map((racer) => racer.line()));
    const owner = racers.find((_, place) => told[place] === "held");
    expect(told.filter((line) => line === "held")).toHaveLength(1);
    expect(new Set(told)).toEqual(new Set(["held", `session-locked ${owner?.child.pid}`]));
    for (const racer of racers) racer.go();
    await Promise.all(racers.map((racer) => racer.ended));
    expect(readdirSync(dir)).toEqual([]);
  });
});

/** Above every pid that Linux gives. */
const NOBODY = 2 ** 22 + 1;

/** The file of a lock whose owner was changed. */
function staleLock(dir: string, change: (owner: Owner) => Owner, id = "s"): string {
  const before = new Set(existsSync(dir) ? readdirSync(dir) : []);
  const lock = acquireSessionLock(id, { dir });
  const file = join(dir, readdirSync(dir).find((name) => !before.has(name)) ?? "");
  const owner = JSON.parse(readFileSync(file, "utf8")) as Owner;
  lock.release();
  writeFileSync(file, JSON.stringify({ ...change(owner), token: `first-${id}` }));
  return file;
}

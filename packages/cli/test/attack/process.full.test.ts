// The command as a real process, attacked from outside: pipes that never end, full disks, folders that are gone, names and
// ids that are not what they seem.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeStdout } from "../../../../fixtures/load.ts";
import { runProgram, temporaryFolder, unspool, unspoolPath } from "../process.ts";

// oxlint-disable no-control-regex -- control characters are what is looked for
const folder = temporaryFolder();
afterAll(() => folder.remove());
const recording = writeStdout("recordings/2.1.325/agents", folder.path);
const isLinux = platform() === "linux";

function makePipe(name: string): string {
  const path = join(folder.path, name);
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  return path;
}

describe.runIf(isLinux)("a named pipe", () => {
  const pipe = (): string => {
    const path = join(folder.path, "silent");
    return existsSync(path) ? path : makePipe("silent");
  };
  it.each([
    ["view", []],
    ["view", ["--follow"]],
    ["events", []],
    ["stats", []],
    ["check", []],
    ["export", ["--md"]],
    ["replay", []],
    ["run", ["--simulate", "--file"]],
  ])("without a writer lets Ctrl-C end %s (%j)", async (command, flags) => {
    const path = pipe();
    const { code } = await unspool([command, ...flags, path], {
      onStart: (child) => void interrupted(child.pid ?? 0, path),
    });
    expect(code).toBe(130);
  });

  it.each(["view", "events", "stats", "check"])("is read by %s as a file is", async (command) => {
    const path = makePipe(`spoken-${command}`);
    const writer = spawn("cp", [recording, path]);
    const [piped, read] = [await unspool([command, path]), await unspool([command, recording])];
    writer.kill();
    expect(piped.code).toBe(read.code);
    expect(piped.stdout.length).toBeGreaterThan(50);
    expect(piped.stdout.split("\n").length).toBe(read.stdout.split("\n").length);
  });

  it("of the shell (process substitution) is read to its end after its writer has gone", async () => {
    const script = `exec "$0" "$1" stats --json <(cat "$2")`;
    const { code, stdout } = await runProgram("bash", ["-c", script, process.execPath, unspoolPath, recording]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ total: { turns: 1 } });
  });
});

/** Ctrl-C as soon as the program has the pipe open. */
async function interrupted(pid: number, path: string): Promise<void> {
  for (;;) {
    const { stdout } = spawnSync("sh", ["-c", `ls -l /proc/${pid}/fd 2>/dev/null`], { encoding: "utf8" });
    if (stdout.includes(path)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.kill(pid, "SIGINT");
}

describe("a prompt on stdin that never ends", () => {
  it("does not keep run from ending at Ctrl-C", async () => {
    const { code } = await unspool(["run", "--simulate"], {
      keepsInput: true,
      // More than a pipe holds: when it is written, it is being read.
      onStart: (child) => void child.stdin.write("half a prompt ".repeat(50_000), () => child.kill("SIGINT")),
    });
    expect(code).toBe(130);
  });
});

describe("a terminating signal", () => {
  const scenario = { turns: [{ replies: [{ blocks: [{ text: "This will never end." }], hang: true }] }] };
  it.each(["SIGTERM", "SIGHUP"] as const)("ends the process after cleanup: %s", async (name) => {
    const file = join(folder.path, "hangs.json");
    writeFileSync(file, JSON.stringify(scenario));
    const words = ["run", "--simulate", "--scenario", file, "Hi"];
    const { signal, stdout } = await unspool(words, {
      onStart: (child) => void child.stdout.once("data", () => child.kill(name)),
    });
    expect(stdout).toContain("interrupted");
    expect(signal).toBe(name);
  });
});

describe("a path that cannot be read or written", () => {
  it.runIf(isLinux).each(["view", "events", "check"])("is named in the error of %s", async (command) => {
    const { code, stderr } = await unspool([command, "/proc/self/mem"]);
    expect(stderr).toBe("unspool: /proc/self/mem cannot be read (EIO).\n");
    expect(code).toBe(2);
  });

  it("is reported before the turn if it is the recording of the turn", async () => {
    const { code, stderr, stdout } = await unspool([
      "run",
      "--simulate",
      "hi",
      "--record",
      join(folder.path, "no/where"),
    ]);
    expect(stderr).toMatch(/^unspool: .*no\/where cannot be written \(ENOENT\): give another file with --record\.\n$/);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it.runIf(isLinux)("is reported after the turn if the recording has filled the disk", async () => {
    const { code, stderr, stdout } = await unspool(["run", "--simulate", "hi", "--record", "/dev/full"]);
    expect(stdout).toContain("done");
    expect(stderr).toMatch(/^unspool: \/dev\/full could not be written: ENOSPC.*\n$/);
    expect(code).toBe(0);
  });

  it.runIf(isLinux)("is not deleted by an export with --force", async () => {
    const link = join(folder.path, "page.html");
    symlinkSync("/dev/full", link);
    const { code, stderr } = await unspool(["export", recording, "--force", "-o", link]);
    expect(stderr).toBe(`unspool: ${link} cannot be written (ENOSPC).\n`);
    expect(code).toBe(1);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("does not break help or absolute paths if it is a removed working directory", async () => {
    const gone = join(folder.path, "gone");
    mkdirSync(gone);
    const script = `cd "$2" && rmdir "$2" && "$0" "$1" --version && "$0" "$1" events --type turn-end "$3" && "$0" "$1" view there`;
    const { stdout, stderr, code } = await runProgram("sh", [
      "-c",
      script,
      process.execPath,
      unspoolPath,
      gone,
      recording,
    ]);
    if (existsSync(gone)) rmdirSync(gone);
    expect(stdout).toContain('"type":"turn-end"');
    expect(stderr).toBe(
      "unspool: There is no file there, and no session of this machine starts with that id. See: unspool sessions\n",
    );
    expect(code).toBe(2);
  });
});

describe.runIf(isLinux)("a path that is not a regular file", () => {
  const commands = [["view"], ["events"], ["check"], ["export", "--md"], ["replay"]];
  it.each([...commands, ["stats"]])(
    "is reported in one sentence if it is a loop of links: unspool %s %s",
    async (...words) => {
      const loop = join(folder.path, "loop.jsonl");
      if (lstatSync(loop, { throwIfNoEntry: false }) === undefined) symlinkSync(loop, loop);
      const { code, stderr } = await unspool([...words.filter((word) => word !== undefined), loop]);
      expect(stderr).toMatch(/^unspool: .*loop\.jsonl cannot be read \(ELOOP\).*\n$/);
      expect(code).toBe(2);
    },
  );

  it.each(commands)("is rejected in one sentence if it has no end: unspool %s %s", async (...words) => {
    const { code, stderr } = await unspool([...words.filter((word) => word !== undefined), "/dev/zero"]);
    expect(stderr).toMatch(/^unspool: \/dev\/zero is a binary file: .*\n$/);
    expect(code).toBe(2);
  });
});

it.runIf(isLinux)("stats names the files that it cannot read, and counts the others", async () => {
  const { code, stderr, stdout } = await unspool(["stats", "--json", "/dev/zero", recording]);
  expect(stderr).toBe("unspool: /dev/zero cannot be read (a binary file).\n");
  expect(JSON.parse(stdout)).toMatchObject({ total: { turns: 1 } });
  expect(code).toBe(1);
});

describe("hostile names", () => {
  const name = "e\u001B]0;owned\u0007\u001B[31m\u202E\u009B2J\r\nx";
  it.each([
    ["view"],
    ["events"],
    ["stats"],
    ["check"],
    ["replay"],
    ["replay", "--as-claude"],
    ["export", "--md"],
    ["run", "--simulate", "hi", "--file"],
    ["run", "--simulate", "hi", "--schema"],
    ["run", "--simulate", "hi", "--image"],
    ["run", "--simulate", "hi", "--scenario"],
    ["run", "--permission"],
    ["stub"],
    ["sessions", "--resume"],
    ["doctor", "--claude"],
    ["record", "--"],
    ["record", "--shim"],
    ["stats", "--timezone"],
    ["help"],
    [],
  ])("do not reach the terminal: unspool %s %s %s %s", async (...words) => {
    const { stdout, stderr } = await unspool([...words.filter((word) => word !== undefined), name]);
    expect(stdout + stderr).not.toBe("");
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
  });

  it("of sessions are not put into a resume command", async () => {
    const init = { type: "system", subtype: "init", session_id: "x; rm -rf ~", model: "m", tools: [] };
    const { stdout } = await unspool(["view"], { input: `${JSON.stringify(init)}\n` });
    expect(stdout).toContain("session x; rm -rf ~");
    expect(stdout).not.toContain("--resume");
  });
});

describe("a followed file", () => {
  it("is read from its start after it was truncated in the middle of a line", async () => {
    const file = join(folder.path, "cut.ndjson");
    const whole = readFileSync(recording, "utf8");
    writeFileSync(file, `${whole}{"type":"assistant","half`);
    let stdout = "";
    const { code } = await unspool(["events", "--follow", "--type", "turn-end,malformed", file], {
      onStart(child) {
        child.stdout.on("data", (chunk: Buffer) => {
          const before = stdout.match(/"turn-end"/g)?.length ?? 0;
          stdout += chunk.toString();
          const ends = stdout.match(/"turn-end"/g)?.length ?? 0;
          const line = whole.split("\n").findLast((text) => text.includes('"type":"result"')) ?? "";
          // Another uuid: the very same line again would be a replay.
          const another = line.replace(/"uuid":"[^"]*"/, '"uuid":"another"');
          if (before === 0 && ends === 1) writeFileSync(file, `${another}\n`);
          else if (ends > 1) child.kill("SIGINT");
        });
      },
    });
    expect(stdout.match(/"turn-end"/g)).toHaveLength(2);
    expect(stdout.match(/"malformed"/g)).toHaveLength(1);
    expect(code).toBe(130);
  });
});

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRecording } from "@unspool/client";
import { encode } from "@unspool/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram, simulatorPath, temporaryFolder, unspool, unspoolPath } from "../process.ts";

const spy = fileURLToPath(new URL("../record/spy.mjs", import.meta.url));
const node = process.execPath;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, "recording.ndjson");
});
afterEach(() => folder.remove());

/** A script that the recorder runs as its child. */
function script(text: string): readonly string[] {
  const path = join(folder.path, "child.cjs");
  writeFileSync(path, text);
  return ["record", "-o", file, "--", path];
}

const streaming = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

describe("unspool record", () => {
  it("passes all bytes on unchanged in both directions, and ends as the child does", async () => {
    const input = randomBytes(300_000);
    const child = `process.stderr.write(Buffer.from([0xff, 0, 27]));
      process.stdin.on("data", (chunk) => process.stdout.write(chunk)).on("end", () => { process.exitCode = 7; });`;
    const ran = await unspool(script(child), { input });
    expect(ran.bytes.equals(input)).toBe(true);
    expect(Buffer.from(ran.stderr)).toEqual(Buffer.from(Buffer.from([0xff, 0, 27]).toString()));
    expect({ code: ran.code, signal: ran.signal }).toEqual({ code: 7, signal: null });
  });

  it("is invisible to a host and its CLI", async () => {
    const [outer, inner] = [join(folder.path, "outer"), join(folder.path, "inner")];
    const simulated = [simulatorPath, ...streaming, "--simulate-scenario", "tools", "--include-partial-messages"];
    const tee = [node, unspoolPath, "record", "-o", file, "--", node, spy, inner, node, ...simulated];
    const input = encode.initialize("one", {}) + encode.user("Go.");
    const ran = await runProgram(node, [spy, outer, ...tee], { input, cwd: folder.path });
    const read = (side: string, way: string): string => readFileSync(join(side, way), "utf8");
    expect(read(outer, "in")).toBe(input);
    for (const way of ["in", "out", "end"]) expect(read(outer, way)).toBe(read(inner, way));
    expect(ran.stdout).toBe(read(inner, "out"));
    expect(ran.code).toBe(0);

    const [run] = readRecording(file).runs;
    const said = (kind: "in" | "out"): string =>
      (run?.lines ?? []).map((line) => (line.kind === kind ? `${line.text}\n` : "")).join("");
    expect(said("in")).toBe(input);
    expect(said("out")).toBe(ran.stdout);
    expect(run?.lines.at(-1)).toMatchObject({ kind: "exit", exit: { code: 0, signal: null } });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const)(
    "passes %s through, and dies of what the child dies of",
    async (signal) => {
      const gentle = `process.on("${signal}", () => { process.stdout.write("heard"); process.exit(3); });
      process.stdout.write("ready"); setInterval(() => {}, 1000);`;
      const deaf = `process.stdout.write("ready"); setInterval(() => {}, 1000);`;
      const kill = {
        keepsInput: true,
        onStart: (child: ReturnType<typeof spawn>) => void child.stdout?.once("data", () => child.kill(signal)),
      };
      const answered = await unspool(script(gentle), kill);
      expect(answered).toMatchObject({ stdout: "readyheard", code: 3, signal: null });
      const died = await unspool(script(deaf), kill);
      expect(died).toMatchObject({ stdout: "ready", code: null, signal });
      expect(readRecording(file).runs.map(({ lines }) => lines.at(-1))).toMatchObject([
        { exit: { code: 3, signal: null } },
        { exit: { code: null, signal } },
      ]);
    },
  );

  it("ends by SIGKILL as the child does, after passing on all of its output", async () => {
    const text = "x".repeat(200_000);
    const child = `process.stdout.write("x".repeat(200000), () => process.kill(process.pid, "SIGKILL"));`;
    const ran = await unspool(script(child));
    expect(ran.stdout).toBe(text);
    expect(ran.signal).toBe("SIGKILL");
  });

  it("passes on the end of stdin when it comes", async () => {
    const child = `process.stdout.write("ready"); process.stdin.on("data", (c) => process.stdout.write(c)).on("end", () => process.stdout.write("end"));`;
    const ran = await unspool(script(child), {
      keepsInput: true,
      onStart(running) {
        running.stdout.once("data", () => {
          running.stdin.write("a");
          running.stdout.once("data", () => running.stdin.end("b"));
        });
      },
    });
    expect(ran.stdout).toBe("readyabend");
  });

  it("applies backpressure to the child", async () => {
    const child = `let n = 0; const more = () => { while (n < 4000) { n += 1; if (!process.stdout.write("x".repeat(65536))) break; } if (n < 4000) process.stdout.once("drain", more); };
      more(); process.stdin.resume().on("end", () => { process.stderr.write("written " + n); process.exit(0); });`;
    const running = spawn(node, [unspoolPath, ...script(child)], { cwd: folder.path });
    // Nothing is read from stdout. What the child could write by the end of its input fits into pipes and buffers.
    running.stdin.end();
    const said = await new Promise<string>((resolve) =>
      running.stderr.once("data", (chunk: Buffer) => resolve(chunk.toString())),
    );
    const written = Number(/written (\d+)/.exec(said)?.[1]);
    expect(written).toBeLessThan(200);
    running.stdout.resume();
    await new Promise((resolve) => running.once("close", resolve));
  });

  it("closes the child's stdout when the reader has gone", async () => {
    const child = `process.stdout.on("error", () => process.exit(9)); setInterval(() => process.stdout.write("more\\n"), 5);`;
    const running = spawn(node, [unspoolPath, ...script(child)], { cwd: folder.path });
    running.stdout.once("data", () => running.stdout.destroy());
    const code = await new Promise((resolve) => running.once("exit", resolve));
    running.stdin.end();
    expect(code).toBe(9);
  });

  it("does not wait for a process that the child left behind", async () => {
    const child = `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit", detached: true }).unref();
      process.stdout.write("done", () => process.exit(0));`;
    const running = spawn(node, [unspoolPath, ...script(child)], { cwd: folder.path });
    let text = "";
    running.stdout.on("data", (chunk: Buffer) => void (text += chunk.toString()));
    const code = await new Promise((resolve) => running.once("exit", resolve));
    expect({ code, text }).toEqual({ code: 0, text: "done" });
    running.stdout.destroy();
  });

  it("redacts secrets in the recording only", async () => {
    const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    const ran = await unspool(script(`process.stdout.write("key ${secret}\\n");`));
    expect(ran.stdout).toContain(secret);
    expect(readFileSync(file, "utf8")).not.toContain(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await unspool(script(`process.stdout.write("key ${secret}\\n");`).toSpliced(1, 0, "--no-redact"));
    expect(readFileSync(file, "utf8")).toContain(secret);
  });

  it("writes one file per run into a folder", async () => {
    const place = join(folder.path, "recordings");
    mkdirSync(place);
    const args = script("").with(2, place);
    await Promise.all([unspool(args), unspool(args)]);
    expect(readdirSync(place)).toHaveLength(2);
  });

  it.each([
    [["record"], "There is no program to run: give it after --, as in unspool record -- claude -p …", 2],
    [
      ["record", "--", "/nowhere/claude"],
      'There is no program "/nowhere/claude": give the path of an installed claude after --.',
      4,
    ],
    [["record", "-o", "/nowhere/x", "--", "true"], "Cannot write to /nowhere/x: give another file with -o.", 2],
  ])("refuses %j in one sentence", async (args, sentence, code) => {
    const ran = await unspool(args, { cwd: folder.path, keepsInput: true });
    expect(ran).toMatchObject({ stdout: "", stderr: `unspool: ${sentence}\n`, code });
  });
});

describe("unspool record --shim", () => {
  it("writes a claude that records another one", async () => {
    const bin = join(folder.path, "bin");
    const place = join(folder.path, "recordings");
    const made = await unspool(["record", "--shim", bin, "-o", place, "--", simulatorPath]);
    expect(made).toMatchObject({ stderr: "", code: 0 });
    expect(made.stdout).toContain(`pathToClaudeCodeExecutable: ${JSON.stringify(join(bin, "claude"))}`);
    const args = ["-p", "hi", "--simulate-seed", "1", "--simulate-store", join(folder.path, "store")];
    const [direct, recorded] = [
      await runProgram(node, [simulatorPath, ...args]),
      await runProgram(join(bin, "claude"), args),
    ];
    expect(recorded.stdout).toBe(direct.stdout);
    const [name = ""] = readdirSync(place);
    expect(readRecording(join(place, name)).runs[0]?.args).toEqual(args);
  });

  it("overwrites only its own shim", async () => {
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "claude"), "precious");
    const { stderr, code } = await unspool(["record", "--shim", bin, "--", simulatorPath]);
    expect(stderr).toContain("exists and is not a shim of unspool: give another folder.");
    expect(code).toBe(2);
    expect(readFileSync(join(bin, "claude"), "utf8")).toBe("precious");
    expect(existsSync(join(bin, "claude.cmd"))).toBe(false);
  });
});

import { createClaude } from "../../src/claude.ts";
import { createStderrLines } from "../../src/process/stderr-lines.ts";
import { spawn } from "node:child_process";
import { array, assert, nat, property, string } from "fast-check";
import { expect, test } from "vitest";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";

function splitLines(chunks: readonly Uint8Array[]): string[] {
  const lines: string[] = [];
  const stderr = createStderrLines(
    (line) => lines.push(line),
    ({ message }) => {
      throw new Error(message);
    },
  );
  for (const chunk of chunks) stderr.push(chunk);
  stderr.end();
  return lines;
}

test("lines are whole wherever the chunks are cut", () => {
  assert(
    property(
      array(
        string({ unit: "grapheme" }).map((line) => line.replaceAll(/[\r\n]/g, "")),
        { minLength: 1 },
      ),
      array(nat(500)),
      (lines, cuts) => {
        const bytes = Buffer.from(`${lines.join("\n")}\n`);
        const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((left, right) => left - right), bytes.length];
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        expect(splitLines(chunks)).toEqual(lines);
      },
    ),
    { numRuns: scaleSlowRuns(300), seed: getSeed() },
  );
});

test("an endless line arrives in parts, and the last line needs no line break", () => {
  const long = "x".repeat(40_000);
  expect(splitLines([Buffer.from(long), Buffer.from("\r\nnext\n\nlast")]).map((line) => line.length)).toEqual([
    16_384, 16_384, 7232, 4, 0, 4,
  ]);
  expect(splitLines([Buffer.from(`${long}\n`)]).join("")).toBe(long);
});

const PROGRAM = `
  process.stderr.write("first\\nsecond\\nthird without an end");
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { type, request_id } = JSON.parse(line);
    if (type === "control_request") say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
    if (type !== "user") return;
    say({ type: "system", subtype: "init", session_id: "s", cwd: "/", model: "m", tools: [], mcp_servers: [] });
    process.stderr.write(" yet\\n", () => say({ type: "result", subtype: "success", is_error: false, result: "done", session_id: "s", uuid: "r" }));
  }).on("close", () => process.stderr.write("bye"));
`;

const program = (onStderr: (line: string) => unknown) =>
  createClaude({
    onStderr,
    spawn: () => spawn(process.execPath, ["-e", PROGRAM], { stdio: ["pipe", "pipe", "pipe"] }),
  });

test("onStderr gets each line of a real program, and the last one at its end", async () => {
  const lines: string[] = [];
  const session = program((line) => lines.push(line)).session();
  expect((await session.ask("Go.")).text).toBe("done");
  await session.close();
  expect(lines).toEqual(["first", "second", "third without an end yet", "bye"]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no ears");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no ears"))],
])("an onStderr callback that %s adds a warning to the turn, which continues", async (_how, onStderr) => {
  const session = program(onStderr).session();
  const { text, warnings } = await session.ask("Go.");
  await session.close();
  expect(text).toBe("done");
  expect(warnings).toEqual([
    { code: "callback-failed", message: "`onStderr` threw: no ears. It is still called for further lines." },
  ]);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDecoder } from "@unspool/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { isOwnEvent, rejectOwnEvents } from "../../src/source/own-events.ts";
import { temporaryFolder, unspool } from "../process.ts";
import { loadRun, loadRuns } from "../../../../fixtures/load.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const stream = loadRun("recordings/2.1.325/agents").stdout;
const events: string[] = [];
const decoder = createDecoder({ onEvent: (event) => events.push(JSON.stringify(event)) });
decoder.push(stream);
decoder.end();

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const { length } of chunks) bytes += length;
  return bytes;
}

describe("an event of unspool", () => {
  it("is recognized, whatever its type", () => {
    expect(events.length).toBeGreaterThan(20);
    expect(events.filter((line) => !isOwnEvent(line))).toEqual([]);
  });

  it("is not confused with a line of any recorded CLI", () => {
    for (const { lines, stdinLines } of loadRuns("recordings")) {
      expect([...lines, ...stdinLines].filter(isOwnEvent)).toEqual([]);
    }
  });

  it("is found however the bytes are cut, and after lines that are not JSON", async () => {
    const bytes = Buffer.from(`npm warn something\n${events.join("\n")}\n`);
    async function* pieces(size: number): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    }
    for (const size of [1, 7, 1000, bytes.length]) {
      await expect(lengthOf(rejectOwnEvents(pieces(size), "stdin"))).rejects.toThrow(
        "stdin contains events of unspool",
      );
    }
  });
});

describe("events of unspool instead of lines of claude", () => {
  writeFileSync(join(folder.path, "events.ndjson"), `${events.join("\n")}\n`);

  it.each([["view"], ["stats"], ["check"], ["events"], ["export", "--md", "-"], ["replay", "-"]])(
    "are refused in one sentence by %s, on stdin and as a file",
    async (...words) => {
      const file = "events.ndjson";
      const named = words.includes("-") ? words.map((word) => (word === "-" ? file : word)) : [...words, file];
      const [piped, read] = await Promise.all([
        unspool(words, { cwd: folder.path, input: `${events.join("\n")}\n` }),
        unspool(named, { cwd: folder.path }),
      ]);
      for (const { stdout, stderr, code } of [piped, read]) {
        expect(stderr).toMatch(
          /^unspool: \S+ contains events of unspool, but lines of claude are expected: use --raw instead of --json\.\n$/,
        );
        expect([stdout, code]).toEqual(["", 2]);
      }
    },
  );

  it("do not prevent counting the rest of a folder", async () => {
    writeFileSync(join(folder.path, "stream.ndjson"), stream);
    const { stdout, stderr, code } = await unspool(["stats", folder.path], { env: { HOME: folder.path } });
    expect(stdout).toMatch(/^total /m);
    expect(stderr).toMatch(/^unspool: \S+events\.ndjson contains events of unspool[^\n]+\n$/);
    expect(code).toBe(2);
  });
});

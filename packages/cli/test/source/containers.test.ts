// Every command reads the same session from lines, arrays, JSON over several lines and UTF-16.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { recording } from "../export/session-lines.ts";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-containers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = recording();
const messages = lines
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as unknown);
const CONTAINERS: Readonly<Record<string, Uint8Array>> = {
  "array.json": Buffer.from(JSON.stringify(messages)),
  "execution.json": Buffer.from(JSON.stringify(messages, undefined, 2)),
  "powershell.json": Buffer.from(`\uFEFF${lines.replaceAll("\n", "\r\n")}`, "utf16le"),
  "big-endian.json": Buffer.from(`\uFEFF${lines}`, "utf16le").swap16(),
  "marked.json": Buffer.from(`\uFEFF${lines}`),
  "powershell-array.json": Buffer.from(`\uFEFF${JSON.stringify(messages, undefined, 2)}\r\n`, "utf16le"),
};
const COMMANDS: readonly (readonly string[])[] = [
  ["view", "FILE"],
  ["events", "FILE"],
  ["check", "FILE"],
  ["stats", "--json", "--by", "model", "--timezone", "UTC", "FILE"],
  ["export", "--md", "FILE"],
  ["export", "--html", "FILE"],
];

describe.each(COMMANDS.map((words) => [words.join(" "), words] as const))("unspool %s", (_name, words) => {
  it("reads arrays, JSON over several lines and UTF-16 as lines", async () => {
    const told = async (name: string, content: Uint8Array): Promise<string> => {
      const file = join(folder, name);
      writeFileSync(file, content);
      const { out, err, code } = await runCommand(words.map((word) => (word === "FILE" ? file : word)));
      return `${JSON.stringify(code)}\n${out}\n${err}`.replaceAll(name, "FILE").replace(/"bytes":\d+/, "");
    };
    const expected = await told("lines.json", Buffer.from(lines));
    for (const [name, content] of Object.entries(CONTAINERS)) expect(await told(name, content)).toBe(expected);
  });
});

describe("a binary file", () => {
  const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  /** Letters of two and four bytes: nothing tells the first, and the second begins like UTF-16. */
  const WIDE = [Buffer.from(lines, "utf16le"), Buffer.from("fffe0000".padEnd(400, "7b000000"), "hex")];
  it.each(["view", "events", "check", "export", "replay"])("is rejected by %s in one sentence", async (command) => {
    for (const content of [PNG, gzipSync("{}\n".repeat(100)), ...WIDE]) {
      writeFileSync(join(folder, "binary"), content);
      const { code, out, err } = await runCommand([
        command,
        ...(command === "export" ? ["--md"] : []),
        join(folder, "binary"),
      ]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^unspool: \S+binary is a binary file: give stream-json, a recording, or a transcript\.\n$/);
    }
  });
});

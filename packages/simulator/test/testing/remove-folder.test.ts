import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeFolder } from "../../src/testing/remove-folder.ts";

/** Writes files to a folder for the given time, even if they are removed. */
const WRITER = `
const { mkdirSync, writeFileSync } = require("node:fs");
const [folder, ms] = process.argv.slice(1);
const end = Date.now() + Number(ms);
for (let count = 0; Date.now() < end; count += 1) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + "/" + count, "");
  } catch {}
  if (count === 100) process.stdout.write("writing");
}`;

test("removes a folder after the program that writes there has ended", async () => {
  const root = mkdtempSync(join(tmpdir(), "unspool-remove-"));
  mkdirSync(join(root, "a"));
  const writer = spawn(process.execPath, ["-e", WRITER, join(root, "a", "b"), "600"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(writer.stdout, "data");
  const ended = once(writer, "exit");
  // The second call removes whatever the program wrote after the first.
  removeFolder(root);
  await ended;
  removeFolder(root);
  expect(existsSync(root)).toBe(false);
});

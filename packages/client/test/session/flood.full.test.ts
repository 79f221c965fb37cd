import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { buildHost, runHost } from "../process/run-host.ts";
import { temporaryFolder } from "../transport/collect.ts";

const CLI = fileURLToPath(new URL("flood-cli.mjs", import.meta.url));

interface Report {
  readonly request: string;
  readonly ready: string;
  readonly megabytes: number;
  readonly rss: number;
  readonly isLost: boolean;
}

async function flooded(megabytes: number, answers: "yes" | "", ...more: readonly string[]): Promise<Report> {
  const folder = temporaryFolder();
  const file = await buildHost(folder, new URL("flood-host.ts", import.meta.url));
  const host = runHost(file, [CLI, join(folder, "written"), String(megabytes), answers, ...more]);
  expect(await host.exited).toEqual({ code: 0, signal: null });
  expect(existsSync(join(folder, "written"))).toBe(true);
  return JSON.parse(host.stdout()) as Report;
}

describe.runIf(process.platform !== "win32")("a request that is made while its reader is behind", () => {
  test("a control request is answered behind eight megabytes of unread output, and nothing is lost", async () => {
    expect(await flooded(8, "yes")).toMatchObject({ request: "answered", ready: "ready", isLost: false });
  }, 60_000);

  test("a control request fails behind more than 32 MB of unread output, and nothing is lost", async () => {
    const { rss, megabytes, ...rest } = await flooded(90, "");
    expect(rest).toEqual({ request: "reader-behind", ready: "reader-behind", isLost: false });
    expect(megabytes).toBeLessThan(60);
    expect(rss).toBeLessThan(600);
  }, 120_000);
});

test.runIf(process.platform !== "win32")(
  "a CLI that floods while its session closes is killed when a reader is more than 32 MB behind",
  async () => {
    const { rss, megabytes, ...rest } = await flooded(90, "yes", "closes");
    expect(rest).toEqual({ isLost: false });
    expect(megabytes).toBeLessThan(60);
    expect(rss).toBeLessThan(600);
  },
  120_000,
);

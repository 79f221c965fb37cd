import { fakeClaude } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../transport/collect.ts";
import { buildHost, runHost } from "./run-host.ts";

test.runIf(process.platform !== "win32")(
  "a turn fails with the reason if no file descriptor is free, and a later one succeeds",
  async () => {
    const folder = temporaryFolder();
    const fake = fakeClaude({ scenario: "greeting" });
    onTestFinished(() => fake.cleanup());
    const file = await buildHost(folder, new URL("few-descriptors-host.ts", import.meta.url));
    const host = runHost(file, [fake.path], { maxDescriptors: 100 });
    expect(await host.exited).toEqual({ code: 0, signal: null });
    const lines = host.stdout().trimEnd().split("\n");
    expect(lines.filter((line) => /^un(caught|handled)/.test(line))).toEqual([]);
    expect(lines).toHaveLength(14);
    // Without the lock, two programs could continue one session.
    expect(lines.at(-2)).toMatch(/^lock start-failed: .*too many open files/);
    const failed = lines.filter((line) => line.includes("start-failed"));
    for (const way of ["usual", "spawn"]) {
      for (const free of [0, 1, 4]) {
        expect(failed.find((line) => line.startsWith(`${way} ${free} `))).toMatch(/too many open files|descriptor/i);
      }
    }
    expect(failed.filter((line) => line.startsWith("usual")).join("\n")).toContain("ulimit -n");
    expect(lines.at(-1)).toMatch(/^afterwards ".+"$/);
  },
  60_000,
);

// `unspool simulate`: runs the simulator's executable in this process, with all of its arguments.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

export const simulateCommand: CommandDefinition = {
  passesAll: true,
  details:
    "Takes the flags of claude, and these, each also as a variable (--simulate-seed is UNSPOOL_SIMULATE_SEED):\n" +
    "  --simulate-scenario <file|name|text>  the replies of the model (names: --list)\n" +
    "  --simulate-version <version>          the version to imitate\n" +
    "  --simulate-seed <number>              the same scenario and seed give the same bytes\n" +
    "  --simulate-speed <number>             0: no waiting (default), 1: real time\n" +
    "  --simulate-store <folder>             folder of its sessions, for --resume\n" +
    "  --simulate-fault <json>               a fault to simulate\n" +
    "  --simulate-dialect <names>            documented forms that no real CLI writes\n" +
    "The exit code is the simulated CLI's.",
  flags: [{ name: "list", help: "list the names of the ready-made scenarios" }],
  examples: [
    ["unspool simulate -p hi --output-format stream-json --verbose | unspool view", "watch a stream, free"],
    [
      "unspool simulate -p hi --output-format stream-json --verbose --simulate-scenario two-agents",
      "play a ready-made scenario",
    ],
    [
      `unspool simulate -p hi --output-format stream-json --verbose --simulate-fault '{"fault":"no-result"}' | unspool check`,
      "simulate a fault",
    ],
    ["unspool simulate --list", "list the ready-made scenarios"],
  ],
  async run(given, io) {
    if (given.positionals[0] === "--list") {
      const { readyMade } = await import("@unspool/simulator");
      io.stdout.write(`${readyMade().join("\n")}\n`);
      return EXIT.ok;
    }
    if (io.become === undefined)
      throw new UsageError("The simulator needs its own process: run unspool as a program, or use @unspool/simulator.");
    await io.become(simulatorProgram(), given.positionals);
    return EXIT.ok;
  },
};

function simulatorProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("@unspool/simulator/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  return join(dirname(manifest), bin["unspool-claude"] ?? "");
}

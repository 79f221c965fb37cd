// `unspool simulate`: the simulator's executable, in this process, with all of its words.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

export const simulateCommand: Command = {
  name: "simulate",
  takes: "[claude's flags]",
  summary: "a fake claude that plays a scenario",
  passesAll: true,
  details:
    "Takes the flags of the real one, and its own, each also as a variable (--simulate-seed is UNSPOOL_SIMULATE_SEED):\n" +
    "  --simulate-scenario <file|name|text>  what the model says (ready-made names: --list)\n" +
    "  --simulate-version <version>          whose manners it has\n" +
    "  --simulate-seed <number>              same scenario and seed, same bytes\n" +
    "  --simulate-speed <number>             0: no waiting (default), 1: real time\n" +
    "  --simulate-store <folder>             where its sessions are, for --resume\n" +
    "  --simulate-fault <json>               what goes wrong\n" +
    "  --simulate-dialect <names>            documented forms that no real CLI writes\n" +
    "The exit code is the simulated CLI's.",
  flags: [{ name: "list", help: "the names of the ready-made scenarios, and nothing else" }],
  examples: [
    ["unspool simulate -p hi --output-format stream-json --verbose | unspool view", "a stream to look at, free"],
    [
      "unspool simulate -p hi --output-format stream-json --verbose --simulate-scenario two-agents",
      "a ready-made scenario",
    ],
    [
      `unspool simulate -p hi --output-format stream-json --verbose --simulate-fault '{"fault":"no-result"}' | unspool check`,
      "something goes wrong",
    ],
    ["unspool simulate --list", "what is ready made"],
  ],
  async run(given, io) {
    if (given.words[0] === "--list") {
      const { readyMade } = await import("@unspool/simulator");
      io.stdout.write(`${readyMade().join("\n")}\n`);
      return EXIT.ok;
    }
    if (io.become === undefined)
      throw new UsageError("The simulator needs a process of its own: use @unspool/simulator.");
    await io.become(simulatorProgram(), given.words);
    return EXIT.ok;
  },
};

function simulatorProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("@unspool/simulator/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  return join(dirname(manifest), bin["unspool-claude"] ?? "");
}

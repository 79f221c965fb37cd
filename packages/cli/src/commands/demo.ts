// `unspool demo`: plays a simulated session in the live view.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";
import { VIEW_FLAGS, readViewFlags } from "../view/flags.ts";

export const demo: CommandDefinition = {
  details: "The simulator in this package plays a scenario: no claude runs, and nothing is sent or changed.",
  flags: [{ name: "fast", help: "play without waiting, as in a pipe" }, ...VIEW_FLAGS],
  examples: [
    ["unspool demo", "watch it, and answer its question by key or wait"],
    ["unspool demo --fast | less", "read it in a pager"],
  ],
  async run(given, io) {
    const { playDemo } = await import("../demo/play-demo.ts");
    const isFast = given.has("fast") || io.stdout.isTTY !== true;
    return (await playDemo(io, { isFast, ...readViewFlags(given) })) ? EXIT.ok : EXIT.interrupted;
  },
};

// `unspool demo`: the first impression. A simulated session in the live view, free.

import type { Command } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";
import { VIEW_FLAGS, viewChoices } from "../view/flags.ts";

export const demo: Command = {
  name: "demo",
  summary: "a simulated session, for a first look: costs nothing",
  details:
    "No claude runs, nothing is sent anywhere and nothing is changed: the simulator in this package plays a scenario.",
  flags: [{ name: "fast", help: "without waiting, as in a pipe" }, ...VIEW_FLAGS],
  examples: [
    ["unspool demo", "watch it; the question in it is answered by key, or by itself"],
    ["unspool demo --fast | less", "read it"],
  ],
  async run(given, io) {
    const { playDemo } = await import("../demo/play-demo.ts");
    const isFast = given.has("fast") || io.stdout.isTTY !== true;
    return (await playDemo(io, { isFast, ...viewChoices(given) })) ? EXIT.ok : EXIT.interrupted;
  },
};

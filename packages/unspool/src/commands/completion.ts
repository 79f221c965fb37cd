// `unspool completion`: a script for the shell, made from the commands.

import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completion: Command = {
  name: "completion",
  takes: "<shell>",
  summary: "completion for bash, zsh or fish",
  listWords: async () => SHELLS,
  flags: [],
  examples: [
    ["source <(unspool completion bash)", "bash: in ~/.bashrc"],
    ['unspool completion zsh > "${fpath[1]}/_unspool"', "zsh: once, before compinit"],
    ["unspool completion fish > ~/.config/fish/completions/unspool.fish", "fish: once"],
  ],
  async run(given, io, commands) {
    const [shell, stray] = given.words;
    const known = SHELLS.find((name) => name === shell);
    if (known === undefined || stray !== undefined) {
      throw new UsageError(`For which shell? One of ${SHELLS.join(", ")}: unspool completion bash`);
    }
    const [{ candidatesOf }, { bashCompletion }, { zshCompletion }, { fishCompletion }] = await Promise.all([
      import("../completion/candidates.ts"),
      import("../completion/bash.ts"),
      import("../completion/zsh.ts"),
      import("../completion/fish.ts"),
    ]);
    const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
    io.stdout.write(writers[known](await candidatesOf(commands)));
    return EXIT.ok;
  },
};

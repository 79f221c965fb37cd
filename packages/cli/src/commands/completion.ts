// `unspool completion`: prints the completion script for a shell.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completion: CommandDefinition = {
  listCompletions: async () => SHELLS,
  flags: [],
  examples: [
    ["source <(unspool completion bash)", "bash: in ~/.bashrc"],
    ['unspool completion zsh > "${fpath[1]}/_unspool"', "zsh: once, before compinit"],
    ["unspool completion fish > ~/.config/fish/completions/unspool.fish", "fish: once"],
  ],
  async run(given, io, commands) {
    const [shell, stray] = given.positionals;
    const known = SHELLS.find((name) => name === shell);
    if (known === undefined || stray !== undefined) {
      throw new UsageError(`Give one shell of ${SHELLS.join(", ")}: unspool completion bash`);
    }
    const [{ listCompletionEntries }, { formatBashCompletion }, { formatZshCompletion }, { formatFishCompletion }] =
      await Promise.all([
        import("../completion/completion-entries.ts"),
        import("../completion/bash.ts"),
        import("../completion/zsh.ts"),
        import("../completion/fish.ts"),
      ]);
    const writers = { bash: formatBashCompletion, zsh: formatZshCompletion, fish: formatFishCompletion };
    io.stdout.write(writers[known](await listCompletionEntries(commands)));
    return EXIT.ok;
  },
};

// What can be completed, taken from the commands themselves.

import type { CommandEntry, Flag } from "../cli/command.ts";

export interface Candidate {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Words behind the name that are no files. */
  readonly words: readonly string[];
}

const HELP: Flag = { name: "help", short: "h", help: "what it does, with examples" };

export async function candidatesOf(commands: readonly CommandEntry[]): Promise<readonly Candidate[]> {
  const loaded = await Promise.all(
    commands.map(async (entry) => {
      const command = await entry.load();
      const { name, summary } = entry;
      return { name, summary, flags: [...command.flags, HELP], words: (await command.listWords?.()) ?? [] };
    }),
  );
  return [
    ...loaded,
    { name: "help", summary: "the help of a command", flags: [], words: commands.map(({ name }) => name) },
  ];
}

// What shells can complete, derived from the table of commands.

import { type CommandEntry, type Flag, loadCommand } from "../cli/command.ts";

export interface CompletionEntry {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Values of its argument. Without any, files are completed. */
  readonly values: readonly string[];
}

const HELP: Flag = { name: "help", short: "h", help: "show help and examples" };

export async function listCompletionEntries(commands: readonly CommandEntry[]): Promise<readonly CompletionEntry[]> {
  const entries = await Promise.all(
    commands.map(async (entry) => {
      const { name, summary, flags, listCompletions } = await loadCommand(entry);
      return { name, summary, flags: [...flags, HELP], values: (await listCompletions?.()) ?? [] };
    }),
  );
  const names = commands.map(({ name }) => name);
  return [...entries, { name: "help", summary: "show the help of a command", flags: [], values: names }];
}

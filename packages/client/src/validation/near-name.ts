// Suggests the option that a misspelled or foreign name means.

import { findNearest } from "@unspool/protocol/kit";

/** Names in the official SDK and in other programs, with their names here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  abortController: "signal",
  additionalDirs: "additionalDirectories",
  addDir: "additionalDirectories",
  apiKey: "env",
  askUser: "onQuestion",
  budgetUsd: "budget",
  canUseTool: "permissions",
  customSystemPrompt: "systemPrompt",
  forkSession: "fork",
  forwardSubagentText: "forwardAgentText",
  includePartialMessages: "partialMessages",
  jsonSchema: "schema",
  maxCost: "budget",
  maxCostUsd: "budget",
  maxUsd: "budget",
  outputFormat: "schema",
  pathToClaudeCodeExecutable: "executable",
  persistSession: "persist",
  pluginDir: "plugins",
  resumeSessionAt: "resumeAt",
  spawnClaudeCodeProcess: "spawn",
  timeout: "timeouts",
  timeoutMs: "timeouts",
};

export function findNearName(name: string, known: readonly string[]): string | undefined {
  const camel = name.replaceAll(/[_-]+([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const elsewhere = Object.hasOwn(ELSEWHERE, camel) ? ELSEWHERE[camel] : undefined;
  return elsewhere !== undefined && known.includes(elsewhere) ? elsewhere : findNearest(name, known);
}

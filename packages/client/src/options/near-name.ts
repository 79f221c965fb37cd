// What a misspelt option was meant to be.

/** Names of the official SDK and of other programs, and what they are called here. */
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
  timeout: "patience",
  timeoutMs: "patience",
};

export function nearName(name: string, known: readonly string[]): string | undefined {
  const camel = name.replaceAll(/[_-]+([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const elsewhere = Object.hasOwn(ELSEWHERE, camel) ? ELSEWHERE[camel] : undefined;
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  const distances = known.map((one) => ({ one, distance: distanceOf(plain(name), plain(one)) }));
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0];
  if (best !== undefined && best.distance <= Math.max(name.length < 5 ? 1 : 2, Math.floor(name.length / 4))) {
    return best.one;
  }
  const [longer, ...others] = known.filter((one) => name.length > 2 && plain(one).startsWith(plain(name)));
  return others.length === 0 ? longer : undefined;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** How many letters must be changed, added or removed; two that have changed places count once. */
function distanceOf(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(same, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

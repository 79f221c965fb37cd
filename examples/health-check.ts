// Health check for CI: checks the pinned version, the tools, the MCP servers and the login.
//
//   npm run example -- health-check                                                  on the simulator, free
//   npm run example -- health-check --claude --version 2.1.325 --tools Read,Edit     with your own claude
//   npm run example -- health-check --claude --tools Read,Edit --only                and no other tools
//   npm run example -- health-check --claude --mcp .mcp.json                         and the servers of this file
//
// Prints a line for each check. Exit codes: 0 success, 1 a check failed, 4 no claude.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { toolHealth, type McpServerHealth } from "@unspool/protocol";
import { claude, ClaudeError, findClaude, type Session, type SessionOptions } from "unspool";

const { values } = parseArgs({
  options: {
    version: { type: "string" },
    tools: { type: "string", default: "Bash,Edit,Read" },
    only: { type: "boolean", default: false },
    mcp: { type: "string" },
  },
});
const options: SessionOptions = {
  persist: false,
  strictMcpConfig: true,
  budget: { usd: 0.05 },
  ...(values.mcp === undefined
    ? {}
    : (JSON.parse(readFileSync(values.mcp, "utf8")) as Pick<SessionOptions, "mcpServers">)),
};

try {
  const { version, path } = await findClaude();
  const pinned = values.version ?? version;
  check("version", version === pinned, version === pinned ? `${version}, ${path}` : `${version}, wanted ${pinned}`);
  const session = claude.session(options);
  await session.ready();
  for (const { name, status } of await settledServers(session)) check(`mcp ${name}`, status === "connected", status);
  // The CLI lists its tools only at the start of a turn, so this calls a model, for less than a cent.
  const result = await session.ask("Reply with the word OK.", { reject: false });
  check("answer", result.outcome === "success", result.outcome === "success" ? result.text : result.message);
  // `allowedTools` removes no tools. `builtinTools` is the allowlist, and this checks it.
  const { missingTools, surplusTools } = toolHealth(session.state, values.tools.split(","));
  const missing = missingTools.map((name) => `missing: ${name}`);
  const surplus = values.only ? surplusTools.map((name) => `not wanted: ${name}`) : [];
  const problems = [...missing, ...surplus];
  check("tools", problems.length === 0, problems.length === 0 ? values.tools : problems.join(", "));
  await session.close();
} catch (error) {
  if (!(error instanceof ClaudeError)) throw error;
  check("start", false, error.message);
  if (error.code === "claude-not-found") process.exitCode = 4;
}

/** Servers connect after the CLI has started: waits up to ten seconds for them. */
async function settledServers(session: Session): Promise<readonly McpServerHealth[]> {
  for (let tries = 0; ; tries += 1) {
    const servers = await session.mcpStatus();
    if (tries === 20 || servers.every(({ status }) => status !== "pending")) return servers;
    await sleep(500);
  }
}

function check(name: string, isFine: boolean, about: string): void {
  console.log(`${isFine ? "ok  " : "FAIL"}  ${name.padEnd(12)}  ${about}`);
  if (!isFine) process.exitCode = 1;
}

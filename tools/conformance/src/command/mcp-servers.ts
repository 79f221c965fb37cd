// MCP servers for a workspace: one that answers, and one that does not exist.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SERVER = `
import { createInterface } from "node:readline";
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const about = () => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "good", version: "1.0.0" },
  });
  const result = method === "initialize" ? about() : method === "tools/list" ? { tools: [] } : {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
`;

export function writeServers(workspace: string): void {
  const server = join(workspace, "server.mjs");
  writeFileSync(server, SERVER);
  const mcpServers = { good: { command: process.execPath, args: [server] }, bad: { command: "/nowhere/server" } };
  writeFileSync(join(workspace, ".mcp.json"), JSON.stringify({ mcpServers }));
  mkdirSync(join(workspace, ".claude"), { recursive: true });
  writeFileSync(join(workspace, ".claude/settings.local.json"), JSON.stringify({ enableAllProjectMcpServers: true }));
}

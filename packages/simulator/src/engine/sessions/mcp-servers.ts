// The MCP servers of a session: the status and the tools of each.

export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

export interface McpServers {
  readonly status: readonly { readonly name: string; readonly status: string }[];
  /** `mcp__SERVER__TOOL` of all servers. */
  readonly toolNames: readonly string[];
  find(name: string): McpTool | undefined;
  /** Adds servers named by `initialize` or by a configuration of type `sdk`. Returns the new ones. */
  add(names: readonly string[]): readonly string[];
  setTools(server: string, tools: readonly string[]): void;
  fail(server: string): void;
  /** Enables or disables a server. Returns false if it is unknown. */
  toggle(server: string, isEnabled: boolean): boolean;
  nextId(): number;
  readonly lastId: number;
  /** Settles when the servers named so far are connected or have failed. */
  ready: Promise<void> | undefined;
}

export function createMcpServers(configured: Readonly<Record<string, unknown>>): McpServers {
  const servers = new Map<string, { status: string; tools: readonly string[] }>();
  const met = new Set<string>();
  const disabled = new Set<string>();
  let id = 0;
  // Servers outside the host are never started: the scenario plays their tools.
  for (const name of Object.keys(configured)) servers.set(name, { status: "connected", tools: [] });
  return {
    get status() {
      return [...servers].map(([name, { status }]) => ({ name, status: disabled.has(name) ? "disabled" : status }));
    },
    get toolNames() {
      const enabled = [...servers].filter(([name]) => !disabled.has(name));
      return enabled.flatMap(([name, { tools }]) => tools.map((tool) => toToolName(name, tool)));
    },
    find(name) {
      for (const [server, { tools }] of servers) {
        if (disabled.has(server)) continue;
        const tool = tools.find((candidate) => toToolName(server, candidate) === name);
        if (tool !== undefined) return { server, tool };
      }
      return undefined;
    },
    add(names) {
      const fresh = names.filter((name) => !met.has(name));
      for (const name of fresh) met.add(name);
      for (const name of fresh) servers.set(name, { status: "pending", tools: [] });
      return fresh;
    },
    setTools(server, tools) {
      servers.set(server, { status: "connected", tools });
    },
    fail(server) {
      servers.set(server, { status: "failed", tools: [] });
    },
    toggle(server, isEnabled) {
      if (isEnabled) disabled.delete(server);
      else disabled.add(server);
      return servers.has(server);
    },
    nextId() {
      id += 1;
      return id - 1;
    },
    get lastId() {
      return id - 1;
    },
    ready: undefined,
  };
}

function toToolName(server: string, tool: string): string {
  return `mcp__${server.replaceAll(/[^a-zA-Z0-9_-]/gu, "_")}__${tool}`;
}

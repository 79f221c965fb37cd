// How the CLI introduces itself to MCP servers.

import type { JsonObject } from "../../json.ts";
import type { VersionQuirks } from "./version-quirks.ts";

export function getMcpVersion(quirks: VersionQuirks): string {
  return quirks.choose({ "1.0.128": "2025-06-18", "2.0.76": "2025-11-25" });
}

const ABOUT = { description: "Anthropic's agentic coding tool", websiteUrl: "https://claude.com/claude-code" };

export function getMcpClient(quirks: VersionQuirks): JsonObject {
  const { version } = quirks;
  return quirks.choose<JsonObject>({
    "1.0.128": { name: "claude-code", version },
    "2.1.120": { name: "claude-code", title: "Claude Code", version, ...ABOUT },
    "2.1.325": { name: "claude-code", title: "Claude Code", ...ABOUT, version },
  });
}

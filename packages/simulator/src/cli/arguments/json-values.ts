// Reads flags whose value is JSON or a JSON file (MCP servers, agents, a schema) as the real CLI does, with its refusals.

import { getErrorMessage } from "@unspool/protocol/kit";
import { isRecord } from "../../json.ts";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { findSchemaMistake } from "../../engine/versions/output-schema.ts";
import type { CliQuirks } from "./cli-quirks.ts";
import type { FlagValue } from "./parse-flags.ts";
import { refuse, Refusal } from "./refusal.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** @throws {Refusal} */
export function readMcpServers(configs: readonly FlagValue[], cwd: string, quirks: CliQuirks): JsonRecord {
  const servers: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const config of configs) {
    const isPath = typeof config === "string" && parseRecord(config) === undefined;
    const content = isPath ? readMcpFile(resolve(cwd, config), problems) : parseRecord(config);
    if (content === undefined) continue;
    const found = content["mcpServers"];
    if (isRecord(found)) Object.assign(servers, found);
    else problems.push(`mcpServers: ${formatServersError(found, quirks)}`);
  }
  if (quirks.checksMcpServers) {
    for (const [name, server] of Object.entries(servers)) {
      if (!isServer(server)) problems.push(`mcpServers.${name}: ${NOT_A_SERVER}`);
    }
  }
  if (problems.length > 0) refuse(`Error: Invalid MCP configuration:\n${problems.join("\n")}`);
  return servers;
}

const NOT_A_SERVER = "Does not adhere to MCP server configuration schema";

function readMcpFile(file: string, problems: string[]): JsonRecord | undefined {
  if (!existsSync(file)) problems.push(`MCP config file not found: ${file}`);
  else {
    const content = parseRecord(readFileSync(file, "utf8"));
    if (content !== undefined) return content;
    problems.push("MCP config is not a valid JSON");
  }
  return undefined;
}

function formatServersError(found: unknown, quirks: CliQuirks): string {
  if (quirks.mcpWords === "schema") return NOT_A_SERVER;
  return `Invalid input: expected record, received ${getTypeName(found)}`;
}

/** Whether it has a command, an address, or the name of a server in the host. */
function isServer(server: unknown): boolean {
  if (!isRecord(server)) return false;
  return ["command", "url", "name"].some((key) => typeof server[key] === "string");
}

/** @throws {Refusal} */
export function readAgents(value: FlagValue | undefined, cwd: string, quirks: CliQuirks): JsonRecord {
  if (value === undefined) return {};
  const isPath = quirks.checksAgents && typeof value === "string" && !value.trimStart().startsWith("{");
  const file = isPath ? resolve(cwd, value) : "";
  const parsed = parse(isPath && existsSync(file) ? readFileSync(file, "utf8") : value);
  if ("value" in parsed && isRecord(parsed.value)) return parsed.value;
  // Before 2.1.325 invalid agents were ignored.
  if (!quirks.checksAgents) return {};
  const reason =
    "value" in parsed
      ? `Invalid input: expected record, received ${getTypeName(parsed.value)}`
      : `invalid JSON: ${parsed.reason}`;
  return refuse(`Error: Invalid --agents configuration:\n${reason}`);
}

/** @throws {Refusal} */
export function readSchema(value: FlagValue | undefined, quirks: CliQuirks): unknown {
  if (value === undefined) return undefined;
  const parsed = parse(value);
  if (quirks.schemaCheck === "syntax") {
    return "value" in parsed ? parsed.value : refuse(`SyntaxError: ${parsed.reason}`);
  }
  if (quirks.schemaCheck === "silent") {
    // The real CLI ends without any output.
    if (!("value" in parsed) || typeof parsed.value !== "object") throw new Refusal("", 0);
    return parsed.value;
  }
  if (!("value" in parsed)) return refuse(`Error: --json-schema is not valid JSON: ${parsed.reason}`);
  if (!isRecord(parsed.value)) return refuse("Error: --json-schema must be a JSON object");
  const mistake = quirks.schemaCheck === "whole" ? findSchemaMistake(parsed.value) : undefined;
  return mistake === undefined ? parsed.value : refuse(`Error: --json-schema is not a valid JSON Schema: ${mistake}`);
}

function parse(given: FlagValue): { readonly value: unknown } | { readonly reason: string } {
  if (typeof given !== "string") return { value: given };
  try {
    return { value: JSON.parse(given) };
  } catch (error) {
    return { reason: getErrorMessage(error) };
  }
}

/** Returns undefined if it is not a JSON object. */
export function parseRecord(given: FlagValue): JsonRecord | undefined {
  const parsed = parse(given);
  return "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
}

function getTypeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

// Flags whose value is JSON, or a file of it: MCP servers, agents, a schema. Read as the real CLI reads them,
// refused in its words.

import { isRecord } from "../json.ts";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { schemaMistake } from "../engine/schema/check.ts";
import type { CliManners } from "./cli-manners.ts";
import { refuse, Refusal } from "./refusal.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** @throws {Refusal} */
export function readMcpServers(configs: readonly string[], cwd: string, manners: CliManners): JsonRecord {
  const servers: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const config of configs) {
    const content = parseRecord(config) ?? readMcpFile(resolve(cwd, config), problems);
    if (content === undefined) continue;
    const found = content["mcpServers"];
    if (isRecord(found)) Object.assign(servers, found);
    else problems.push(`mcpServers: ${wrongServers(found, manners)}`);
  }
  if (manners.checksMcpServers) {
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

function wrongServers(found: unknown, manners: CliManners): string {
  if (manners.mcpWords === "schema") return NOT_A_SERVER;
  return `Invalid input: expected record, received ${typeName(found)}`;
}

/** A command to start, an address, or a server inside the host. */
function isServer(server: unknown): boolean {
  if (!isRecord(server)) return false;
  return ["command", "url", "name"].some((key) => typeof server[key] === "string");
}

/** @throws {Refusal} */
export function readAgents(value: string | undefined, cwd: string, manners: CliManners): JsonRecord {
  if (value === undefined) return {};
  const file = resolve(cwd, value);
  const isFile = manners.checksAgents && !value.trimStart().startsWith("{") && existsSync(file);
  const parsed = parse(isFile ? readFileSync(file, "utf8") : value);
  if ("value" in parsed && isRecord(parsed.value)) return parsed.value;
  // Before 2.1.325 wrong agents were no agents.
  if (!manners.checksAgents) return {};
  const reason =
    "value" in parsed
      ? `Invalid input: expected record, received ${typeName(parsed.value)}`
      : `invalid JSON: ${parsed.reason}`;
  return refuse(`Error: Invalid --agents configuration:\n${reason}`);
}

/** @throws {Refusal} */
export function readSchema(value: string | undefined, manners: CliManners): unknown {
  if (value === undefined) return undefined;
  const parsed = parse(value);
  if (manners.schemaCheck === "syntax") {
    return "value" in parsed ? parsed.value : refuse(`SyntaxError: ${parsed.reason}`);
  }
  if (manners.schemaCheck === "silent") {
    // Without a word: the real CLI dies of it in a place where nobody listens.
    if (!("value" in parsed) || typeof parsed.value !== "object") throw new Refusal("", 0);
    return parsed.value;
  }
  if (!("value" in parsed)) return refuse(`Error: --json-schema is not valid JSON: ${parsed.reason}`);
  if (!isRecord(parsed.value)) return refuse("Error: --json-schema must be a JSON object");
  const mistake = manners.schemaCheck === "whole" ? schemaMistake(parsed.value) : undefined;
  return mistake === undefined ? parsed.value : refuse(`Error: --json-schema is not a valid JSON Schema: ${mistake}`);
}

function parse(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Undefined if it is no JSON object. */
export function parseRecord(text: string): JsonRecord | undefined {
  const parsed = parse(text);
  return "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

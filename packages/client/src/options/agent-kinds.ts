// What may stand in `agents` and `mcpServers`: what the CLI reads there (2.1.200 and 2.1.325; older ones read less). It
// passes over what it does not know (a server's `cwd`, say), so a misspelt field would be none.

import type { AgentDefinition } from "@unspool/protocol/wire";
import {
  amount,
  anything,
  boolean,
  either,
  fields,
  is,
  isRecord,
  isWord,
  listOf,
  name,
  oneOf,
  record,
  recordOf,
  text,
  words,
  type Complaint,
  type Kind,
  type Kinds,
} from "./kind.ts";
import { nearName } from "./near-name.ts";

const texts = is(
  "an object of texts",
  (value) => isRecord(value) && Object.values(value).every((one) => one === undefined || isWord(one)),
);

const COMMON: Kinds = {
  type: name,
  timeout: amount,
  alwaysLoad: boolean,
  tools: anything,
  toolPermissions: record,
  role: anything,
  request_timeout_ms: amount,
};

const REMOTE: Kinds = { ...COMMON, url: name, headers: texts, headersHelper: text, oauth: record };

const ADVICE = 'What is newer than this package goes into a file, with `extraArgs: ["--mcp-config", file]`.';

const stdio = fields(
  { ...COMMON, command: name, args: is("a list of texts", isTexts), env: texts },
  { needs: ["command"], advice: ADVICE },
);
const remote = fields(REMOTE, { needs: ["url"], advice: ADVICE });
const sdk = fields({ ...COMMON, name, instance: anything }, { advice: ADVICE });

const BY_TYPE: Kinds = { stdio, sse: remote, http: remote, "streamable-http": remote, ws: remote, sdk };

/** The CLI has kinds that are nobody's to configure, and may get more: only a misspelt one is refused. */
const mcpServer: Kind = (value) => {
  if (!isRecord(value)) return record(value);
  const { type } = value;
  // With an address and no type the whole server is passed over.
  if (type === undefined) return "url" in value ? remoteType(type) : stdio(value);
  if (typeof type === "string" && Object.hasOwn(BY_TYPE, type)) return BY_TYPE[type]?.(value);
  const types = Object.keys(BY_TYPE);
  if (typeof type === "string" && nearName(type, types) === undefined) return undefined;
  return fields({ type: oneOf(...types) })({ type });
};

const remoteType = (type: unknown): Complaint | undefined =>
  fields({ type: oneOf("http", "sse", "ws") }, { needs: ["type"] })({ type });

export const mcpServers: Kind = recordOf(mcpServer);

const AGENT: Readonly<Record<keyof AgentDefinition, Kind>> = {
  description: name,
  prompt: name,
  tools: words,
  disallowedTools: words,
  model: name,
  mcpServers: listOf(either("the name of a server, or servers by name", name, mcpServers)),
  skills: words,
  initialPrompt: text,
  maxTurns: amount,
  autoCompactWindow: amount,
  background: boolean,
  omitClaudeMd: boolean,
  memory: name,
  effort: is("a level, or a number", (value) => isWord(value) || typeof value === "number"),
  permissionMode: name,
  hooks: record,
  isolation: name,
  observer: anything,
  observerMessage: text,
  criticalSystemReminder_EXPERIMENTAL: text,
};

export const agents: Kind = recordOf(
  fields(AGENT, {
    needs: ["description", "prompt"],
    advice: "What is newer than this package goes into `initialize.agents`.",
  }),
);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isWord);
}

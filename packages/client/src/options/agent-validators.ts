// Validators for `agents` and `mcpServers`, with the fields that the CLI reads (2.1.200 and 2.1.325; older ones read less). The
// CLI silently ignores unknown fields (a server's `cwd`, for example), so a misspelled field must be refused here.

import { isRecord } from "@unspool/protocol/kit";
import type { AgentDefinition } from "@unspool/protocol/wire";
import {
  positiveNumber,
  anything,
  boolean,
  either,
  fields,
  matches,
  isTextWithoutNul,
  listOf,
  nonEmptyText,
  oneOf,
  record,
  recordOf,
  text,
  textList,
  type Issue,
  type Validator,
  type Validators,
} from "../validation/validator.ts";
import { findNearName } from "../validation/near-name.ts";

const texts = matches(
  "an object of strings",
  (value) => isRecord(value) && Object.values(value).every((one) => one === undefined || isTextWithoutNul(one)),
);

const COMMON: Validators = {
  type: nonEmptyText,
  timeout: positiveNumber,
  alwaysLoad: boolean,
  tools: anything,
  toolPermissions: record,
  role: anything,
  request_timeout_ms: positiveNumber,
};

const REMOTE: Validators = { ...COMMON, url: nonEmptyText, headers: texts, headersHelper: text, oauth: record };

const ADVICE = 'Put fields that are newer than this package into a file, with `extraArgs: ["--mcp-config", file]`.';

const stdio = fields(
  { ...COMMON, command: nonEmptyText, args: matches("a list of strings", isTexts), env: texts },
  { required: ["command"], advice: ADVICE },
);
const remote = fields(REMOTE, { required: ["url"], advice: ADVICE });
const sdk = fields({ ...COMMON, name: nonEmptyText, instance: anything }, { advice: ADVICE });

const BY_TYPE: Validators = { stdio, sse: remote, http: remote, "streamable-http": remote, ws: remote, sdk };

/** The CLI has types that cannot be configured, and may get more, so only a misspelled type is refused. */
const mcpServer: Validator = (value) => {
  if (!isRecord(value)) return record(value);
  const { type } = value;
  // The CLI ignores a server with an address and no type.
  if (type === undefined) return "url" in value ? remoteType(type) : stdio(value);
  if (typeof type === "string" && Object.hasOwn(BY_TYPE, type)) return BY_TYPE[type]?.(value);
  const types = Object.keys(BY_TYPE);
  if (typeof type === "string" && findNearName(type, types) === undefined) return undefined;
  return fields({ type: oneOf(...types) })({ type });
};

const remoteType = (type: unknown): Issue | undefined =>
  fields({ type: oneOf("http", "sse", "ws") }, { required: ["type"] })({ type });

export const mcpServersValidator: Validator = recordOf(mcpServer);

const AGENT: Readonly<Record<keyof AgentDefinition, Validator>> = {
  description: nonEmptyText,
  prompt: nonEmptyText,
  tools: textList,
  disallowedTools: textList,
  model: nonEmptyText,
  mcpServers: listOf(either("the name of a server, or servers by name", nonEmptyText, mcpServersValidator)),
  skills: textList,
  initialPrompt: text,
  maxTurns: positiveNumber,
  autoCompactWindow: positiveNumber,
  background: boolean,
  omitClaudeMd: boolean,
  memory: nonEmptyText,
  effort: matches("a level, or a number", (value) => isTextWithoutNul(value) || typeof value === "number"),
  permissionMode: nonEmptyText,
  hooks: record,
  isolation: nonEmptyText,
  observer: anything,
  observerMessage: text,
  criticalSystemReminder_EXPERIMENTAL: text,
};

export const agentsValidator: Validator = recordOf(
  fields(AGENT, {
    required: ["description", "prompt"],
    advice: "Put fields that are newer than this package into `initialize.agents`.",
  }),
);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isTextWithoutNul);
}

// Options for the model: which one, how hard it works, its prompts, its sub-agents, and the shape of its answer.

import type { JsonObject } from "@unspool/protocol";
import type { AgentDefinition, Effort } from "@unspool/protocol/wire";
import type { StandardSchema } from "../schema/standard-schema.ts";
import {
  callback,
  duration,
  either,
  nonEmptyText,
  nonNegativeInteger,
  positiveInteger,
  positiveNumber,
  record,
  text,
  textList,
} from "../validation/validator.ts";
import { agentsValidator } from "./agent-validators.ts";
import { unsupportedOption, type FlagContext, type FlagValue, type OptionTable } from "./option-spec.ts";
import type { SessionOptions } from "./options.ts";

/** The type of the option `schema`: a Standard Schema (zod, valibot, arktype), a JSON Schema, or nothing. */
export type AnswerSchema = StandardSchema | JsonObject | undefined;

/** The model: which one, how hard it works, its prompts, its sub-agents, and the shape of its answer. */
export interface ModelOptions<Schema extends AnswerSchema = AnswerSchema> {
  /** A name (`claude-opus-4-8`) or an alias (`opus`, `sonnet`, `haiku`). @default the choice of the settings or the account */
  readonly model?: string;
  /** The model to use while the first one is overloaded. Has no effect before 2.1.20. @default none */
  readonly fallbackModel?: string;
  /** How hard the model works: `low`, `medium`, `high`, `xhigh`, `max`. @default the choice of the settings or the model */
  readonly effort?: Effort;
  /** The most tokens that the model may think with. 0 turns thinking off. @default the choice of the settings or the model */
  readonly maxThinkingTokens?: number;
  /** Replaces the CLI's own system prompt. @default the CLI's own */
  readonly systemPrompt?: string;
  /** Text to add to the CLI's own system prompt. @default none */
  readonly appendSystemPrompt?: string;
  /** Definitions of sub-agents, by name. @default those of the settings and plugins */
  readonly agents?: Readonly<Record<string, AgentDefinition>>;
  /** The name of the agent that runs the session: one of `agents`, or one that the CLI knows. @default the CLI's own */
  readonly agent?: string;
  /** Beta features of the API, by the names of its header. @default none */
  readonly betas?: readonly string[];
  /** The most requests to the model in one turn. The CLI enforces it. @default no limit */
  readonly maxTurns?: number;
  /** The most dollars to spend. The CLI checks it after each answer; `budget` stops earlier. @default no limit */
  readonly maxBudgetUsd?: number;
  /**
   * The shape of the answer: a Standard Schema (zod, valibot, arktype) or a JSON Schema. The checked answer is in `data`.
   * A schema whose root is not an object (`z.array(…)`) is sent as the property `value` of one, as the API takes only
   * objects. @default none: the answer is text
   */
  readonly schema?: Schema;
  /**
   * How long the asynchronous checks of a schema may take. After that the turn fails with `invalid-data`. 0 or Infinity:
   * no limit. @default 300000
   */
  readonly schemaTimeoutMs?: number;
}

export const MODEL_OPTIONS: OptionTable<ModelOptions> = {
  model: {
    validate: nonEmptyText,
    flag: "--model",
    command: { short: "m", value: "name", help: "which model answers" },
  },
  fallbackModel: {
    validate: nonEmptyText,
    flag: "--fallback-model",
    findConflict: ({ model, fallbackModel }) =>
      fallbackModel !== undefined && fallbackModel === model
        ? `\`fallbackModel\` is the same as \`model\` (${JSON.stringify(model)}): it must be another one.`
        : undefined,
  },
  effort: { validate: nonEmptyText, flag: "--effort", since: "2.1.74", ifUnsupported: "warn" },
  maxThinkingTokens: { validate: nonNegativeInteger, flag: "--max-thinking-tokens", since: "2.0.30" },
  systemPrompt: { validate: text, flag: "--system-prompt", fileFlag: { flag: "--system-prompt-file" } },
  appendSystemPrompt: {
    validate: text,
    flag: "--append-system-prompt",
    fileFlag: { flag: "--append-system-prompt-file", since: "2.0.76" },
  },
  agents: { validate: agentsValidator, flag: "--agents", since: "1.0.128", toFlagValue: formatAgents },
  agent: { validate: nonEmptyText, flag: "--agent", since: "2.0.76" },
  betas: { validate: textList, flag: "--betas", since: "2.0.76" },
  maxTurns: { validate: positiveInteger, flag: "--max-turns" },
  maxBudgetUsd: { validate: positiveNumber, flag: "--max-budget-usd", since: "2.0.30" },
  schema: {
    validate: either("a Standard Schema or a JSON schema", record, callback),
    flag: "--json-schema",
    since: "2.0.76",
    toFlagValue: (_options, { jsonSchema }) => (jsonSchema === undefined ? undefined : JSON.stringify(jsonSchema)),
  },
  schemaTimeoutMs: { validate: duration },
};

/**
 * `initialize` sends the agents as well. If an agent has MCP servers of its own, they are sent only there: the servers may
 * hold secrets, which would show on the command line.
 */
function formatAgents({ agents }: SessionOptions, { supports }: FlagContext): FlagValue {
  const servers = Object.values(agents ?? {}).flatMap(({ mcpServers = [] }) => mcpServers);
  if (servers.every((server) => typeof server === "string")) {
    return agents === undefined ? undefined : JSON.stringify(agents);
  }
  if (supports.has("initializesAgents")) return undefined;
  throw unsupportedOption(supports, "agents", "`mcpServers` of an agent by other ways than the command line");
}

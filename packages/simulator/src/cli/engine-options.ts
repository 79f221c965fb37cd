// What the engine is told of the command line and of the environment.

import type { EngineHost, EngineOptions } from "../engine/types.ts";
import type { CliArguments } from "./arguments.ts";
import { NOBODYS_FOLDERS, type Folders } from "../engine/lines/context.ts";
import { createVirtualSleep } from "../engine/virtual-clock.ts";
import { sleep } from "../faults/sleep.ts";
import type { Environment } from "./own-options.ts";

/** What is asked of the process beside its command line. */
export interface Surroundings {
  readonly environment: Environment;
  readonly userId?: number | undefined;
}

export type FromArguments = Omit<
  EngineOptions,
  "scenario" | "seed" | "cwd" | "resumed" | "sessionId" | "save" | "onReply"
>;

export function engineOptions(given: CliArguments, surroundings: Surroundings): FromArguments {
  const { environment } = surroundings;
  const maxRetries = Number(environment["CLAUDE_CODE_MAX_RETRIES"] || Number.NaN);
  return {
    version: given.own.version,
    dialects: given.own.dialects,
    folders: foldersOf(surroundings),
    model: given.model,
    fallbackModel: given.fallbackModel,
    permissionMode: given.permissionMode,
    asksHost: given.asksHost,
    hasPartials: given.hasPartials,
    replaysUser: given.replaysUser,
    allowedTools: given.allowedTools,
    disallowedTools: given.disallowedTools,
    askRules: given.askRules,
    tools: given.tools,
    maxTurns: given.maxTurns,
    maxBudgetUsd: given.maxBudgetUsd,
    ...(Number.isNaN(maxRetries) ? {} : { maxRetries }),
    jsonSchema: given.jsonSchema,
    mcpServers: given.mcpServers,
    agents: given.agents,
    additionalDirectories: given.additionalDirectories,
    outputStyle: given.outputStyle,
    commandHooks: given.commandHooks,
    tellsHooks: given.tellsHooks,
    forwardsAgentText: given.forwardsAgentText,
    tellsState: whoIsToldStates(environment),
    keepsCheckpoints: isOn(environment["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"]),
    // Whether there is a key; what it is is nobody's business.
    apiKeySource: environment["ANTHROPIC_API_KEY"] ? "ANTHROPIC_API_KEY" : "none",
  };
}

function whoIsToldStates(environment: Environment): "everybody" | "host" | undefined {
  if (isOn(environment["CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS"])) return "everybody";
  return isOn(environment["CLAUDE_CODE_SDK_READS_SESSION_STATE"]) ? "host" : undefined;
}

/** As the CLI reads its switches. */
function isOn(value: string | undefined): boolean {
  return ["1", "true", "yes", "on"].includes(value?.trim().toLowerCase() ?? "");
}

function foldersOf({ environment, userId }: Surroundings): Folders {
  return {
    home: environment["HOME"] || NOBODYS_FOLDERS.home,
    temporary: environment["TMPDIR"]?.replace(/\/+$/, "") || NOBODYS_FOLDERS.temporary,
    userId: userId ?? NOBODYS_FOLDERS.userId,
  };
}

/** The host's clock at this speed. */
export function sleeper(speed: number): EngineHost["sleep"] {
  return speed === 0 ? createVirtualSleep() : (ms, signal) => sleep(ms / speed, signal);
}

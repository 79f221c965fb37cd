// Converts arguments and environment to the options of the engine.

import type { EngineHost, EngineOptions } from "../engine/sessions/options.ts";
import type { CliArguments } from "./arguments/arguments.ts";
import { DEFAULT_FOLDERS, type Folders } from "../engine/lines/context.ts";
import { createVirtualSleep } from "../engine/sessions/virtual-clock.ts";
import { sleep } from "../sleep.ts";
import type { Environment } from "./arguments/simulator-options.ts";

/** What the program reads of its process besides the arguments. */
export interface ProcessInfo {
  readonly environment: Environment;
  readonly userId?: number | undefined;
}

export type CliEngineOptions = Omit<
  EngineOptions,
  "scenario" | "seed" | "cwd" | "resumed" | "sessionId" | "save" | "onReply"
>;

export function toEngineOptions(given: CliArguments, info: ProcessInfo): CliEngineOptions {
  const { environment } = info;
  const maxRetries = Number(environment["CLAUDE_CODE_MAX_RETRIES"] || Number.NaN);
  return {
    version: given.simulator.version,
    dialects: given.simulator.dialects,
    folders: getFolders(info),
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
    includesHookEvents: given.includesHookEvents,
    forwardsAgentText: given.forwardsAgentText,
    stateAudience: findStateAudience(environment),
    hasCheckpoints: isOn(environment["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"]),
    // Only whether there is a key; its value is never used.
    apiKeySource: environment["ANTHROPIC_API_KEY"] ? "ANTHROPIC_API_KEY" : "none",
  };
}

/** Who gets session-state events; `undefined` is nobody. */
function findStateAudience(environment: Environment): "everybody" | "host" | undefined {
  if (isOn(environment["CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS"])) return "everybody";
  return isOn(environment["CLAUDE_CODE_SDK_READS_SESSION_STATE"]) ? "host" : undefined;
}

/** Parses a switch as Claude Code does. */
function isOn(value: string | undefined): boolean {
  return ["1", "true", "yes", "on"].includes(value?.trim().toLowerCase() ?? "");
}

function getFolders({ environment, userId }: ProcessInfo): Folders {
  return {
    home: environment["HOME"] || DEFAULT_FOLDERS.home,
    temporary: environment["TMPDIR"]?.replace(/\/+$/, "") || DEFAULT_FOLDERS.temporary,
    userId: userId ?? DEFAULT_FOLDERS.userId,
  };
}

/** Returns a sleep that is `speed` times as fast. 0 uses a virtual clock. */
export function createSleep(speed: number): EngineHost["sleep"] {
  return speed === 0 ? createVirtualSleep() : (ms, signal) => sleep(ms / speed, signal);
}

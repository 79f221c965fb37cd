// The state of rebuilding a recording, from line to line.

import { createIdentity } from "../../../src/engine/identity.ts";
import { createLineBuilder } from "../../../src/engine/lines/create-lines.ts";
import type { AgentInfo, LineBuilder, TaskInfo, TurnInfo } from "../../../src/engine/lines/lines.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import { object, textOr } from "./fields.ts";
import { toModelUsage } from "./rebuild-result.ts";
import type { Recording } from "./recordings.ts";

export interface Rebuilding {
  readonly recording: Recording;
  readonly lines: LineBuilder;
  readonly calls: Map<string, { readonly name: string; readonly input: Json }>;
  readonly tasks: Map<string, TaskInfo>;
  /** The tools that an agent called, by the id of the tool use that started it. */
  readonly agentTools: Map<string, string[]>;
  model: string;
}

export function startRebuilding(recording: Recording): Rebuilding {
  const id = recording.lines.map((line) => line["session_id"]).find((value) => typeof value === "string");
  const lines = createLineBuilder({
    version: recording.version,
    sessionId: typeof id === "string" ? id : "",
    identity: createIdentity(1),
    // A turn that failed before its first event still has the status `requesting`.
    hasPartials: recording.lines.some((line) => line["type"] === "stream_event" || line["status"] === "requesting"),
    cwd: "LAB/ws",
    restoredUsage: computeRestoredUsage(recording),
  });
  return { recording, lines, calls: new Map(), tasks: new Map(), agentTools: new Map(), model: "" };
}

/** Returns the usage before a resume, from the first result: the newest version continues the count of the session. */
function computeRestoredUsage(recording: Recording): TurnInfo["modelUsage"] {
  const first = recording.lines.find((line) => line["type"] === "result");
  const now = toModelUsage(object(first, "modelUsage"));
  const since = toModelUsage(object(first, "model_usage_since_last_result"));
  const restored: Record<string, TurnInfo["modelUsage"][string]> = {};
  for (const [model, usage] of Object.entries(now)) {
    const inputTokens = usage.inputTokens - (since[model]?.inputTokens ?? usage.inputTokens);
    const outputTokens = usage.outputTokens - (since[model]?.outputTokens ?? usage.outputTokens);
    if (inputTokens > 0) restored[model] = { ...usage, inputTokens, outputTokens };
  }
  return restored;
}

export function toAgentInfo(line: JsonObject): AgentInfo | undefined {
  const parent = line["parent_tool_use_id"];
  if (typeof parent !== "string") return undefined;
  return {
    toolUseId: parent,
    agentId: textOr(line["agent_id"], ""),
    type: textOr(line["subagent_type"], ""),
    description: textOr(line["task_description"], ""),
  };
}

// Rebuilds a recorded user line. Its shape shows which kind of user line it is.

import type { AgentReport, Line, NoteExtras, ToolOutcome } from "../../../src/engine/lines/lines.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import { at, list, number, object, text, textOr } from "./fields.ts";
import { toAgentInfo, type Rebuilding } from "./rebuilding.ts";

export function rebuildUser(state: Rebuilding, line: JsonObject): Line | undefined {
  const { lines } = state;
  const content = at(line, "message", "content");
  const isEcho = Object.keys(line).indexOf("session_id") < Object.keys(line).indexOf("parent_tool_use_id");
  if (typeof content === "string" || isEcho) return rebuildEcho(state, line, content as Json);
  const block = (content as readonly JsonObject[])[0] as JsonObject;
  const agent = toAgentInfo(line);
  if (block["type"] === "tool_result") return lines.toolResult(toOutcome(state, line, block), agent);
  if (agent !== undefined) return lines.agentPrompt(text(block, "text"), agent);
  const { isSynthetic, retracted_message_uuids, refused_message_id } = line;
  const more = { isSynthetic, retracted_message_uuids, refused_message_id } as NoteExtras;
  return lines.userNote(text(block, "text"), more);
}

function rebuildEcho(state: Rebuilding, line: JsonObject, content: Json): Line {
  const { lines } = state;
  if (typeof content !== "string") return lines.userReplay(content, text(line, "uuid"));
  if (content.startsWith("<local-command-stdout>")) return lines.commandOutput(content);
  const isSummary = content.startsWith("This session is being continued") || line["isReplay"] === false;
  const isScrubbed = /^«\d+ characters»$/.test(content);
  return isSummary || (isScrubbed && line["isReplay"] !== true)
    ? lines.compactSummary(content)
    : lines.userReplay(content, text(line, "uuid"));
}

function toOutcome(state: Rebuilding, line: JsonObject, block: JsonObject): ToolOutcome {
  const id = text(block, "tool_use_id");
  const call = state.calls.get(id);
  const result = line["tool_use_result"];
  const report = toReport(state, id, result);
  const meta = list(line, "tool_result_meta")[0];
  const refusal = toRefusal(meta, result);
  const permission = toPermission(meta);
  const taskId = at(result, "backgroundTaskId");
  const structuredContent = at(result, "structuredContent");
  return {
    toolUseId: id,
    name: call?.name ?? "",
    input: call?.input ?? {},
    content:
      report === undefined ? shellOutput(block["content"] as Json) : reportContent(block["content"] as Json, result),
    isError: block["is_error"] === true,
    ...(report === undefined ? {} : { report }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(permission === undefined ? {} : { permission }),
    ...(typeof taskId === "string" ? { taskId } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

function toReport(state: Rebuilding, id: string, result: Json | undefined): AgentReport | undefined {
  const call = state.calls.get(id);
  if (call?.name !== "Agent" && call?.name !== "Task") return undefined;
  if (typeof result !== "object" || result === null) return undefined;
  return {
    agentId: text(result, "agentId"),
    type: textOr(at(result, "agentType"), "general-purpose"),
    model: text(result, "resolvedModel"),
    isAsync: at(result, "isAsync") === true,
    durationMs: number(result, "totalDurationMs"),
    totalTokens: number(result, "totalTokens"),
    toolNames: state.agentTools.get(id) ?? [],
    nestedToolNames: list(result, "toolsUsed") as readonly string[],
    usage: {
      inputTokens: number(result, "usage", "input_tokens"),
      outputTokens: number(result, "usage", "output_tokens"),
      cacheCreationInputTokens: number(result, "usage", "cache_creation_input_tokens"),
      cacheReadInputTokens: number(result, "usage", "cache_read_input_tokens"),
    },
  };
}

/** Returns the output of the shell: empty if the content is the notice that there was none. */
function shellOutput(content: Json): Json {
  return content === "(Bash completed with no output)" ? "" : content;
}

/** Returns the report of the agent: the last block of the structured result, otherwise the content for the model. */
function reportContent(content: Json, result: Json | undefined): Json {
  const kept = list(result, "content").at(-1);
  return kept === undefined ? content : [kept];
}

function toRefusal(meta: Json | undefined, result: Json | undefined): ToolOutcome["refusal"] {
  const source = text(meta, "permission_decision", "source");
  if (result === "User rejected tool use") return "interrupt";
  const kind = text(meta, "non_execution_kind");
  if (kind === "") return undefined;
  if (source === "hook") return "hook";
  if (source === "user_reject") return "user";
  return kind === "permission-rule" ? "rule" : "mode";
}

function toPermission(meta: Json | undefined): ToolOutcome["permission"] {
  const decision = object(meta, "permission_decision");
  if (decision["decision"] !== "accept") return undefined;
  if (decision["source"] === "user_temporary") return "user";
  if (decision["source"] === "hook") return "hook";
  if (decision["reason_type"] === "subcommandResults") return "rule";
  return decision["reason_type"] === "mode" ? "mode" : "read-only";
}

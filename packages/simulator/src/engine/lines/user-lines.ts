// User lines: tool results, notes of the CLI, echoes of the host's messages, and the output of local commands.

import type { Json, JsonObject } from "../../json.ts";
import { formatTimestamp, type LineContext } from "./context.ts";
import { agentLabels, envelope } from "./envelope.ts";
import type { AgentInfo, Line, LineBuilder, ToolOutcome } from "./lines.ts";
import { agentContent } from "./agent-result.ts";
import { toolResultMeta } from "./tool-result-meta.ts";
import { toolUseResult } from "./tool-use-result.ts";

type UserLines = Pick<
  LineBuilder,
  "toolResult" | "userNote" | "userReplay" | "agentPrompt" | "compactSummary" | "commandOutput"
>;

export function userLines(context: LineContext): UserLines {
  const { quirks } = context;
  return {
    toolResult: (outcome, agent) => toolResultLine(context, outcome, agent),

    userNote(text, more = {}) {
      const { isSynthetic, retracted_message_uuids: retracted, refused_message_id: refused } = more;
      return {
        type: "user",
        message: { role: "user", content: [{ type: "text", text }] },
        ...envelope(context, undefined, "hasUserTimestamp"),
        ...(isSynthetic === true && quirks.has("hasSyntheticMark") ? { isSynthetic: true } : {}),
        ...(retracted !== undefined && quirks.has("hasErrorDetails") ? { retracted_message_uuids: retracted } : {}),
        ...(refused !== undefined && quirks.has("hasErrorDetails") ? { refused_message_id: refused } : {}),
      };
    },

    userReplay: (content, uuid) => echoLine(context, content, uuid, { isReplay: true }),

    agentPrompt(prompt, agent) {
      if (!quirks.has("writesAgentPrompt")) return undefined;
      return {
        type: "user",
        message: { role: "user", content: [{ type: "text", text: prompt }] },
        ...envelope(context, agent, "hasUserTimestamp"),
        ...agentLabels(context, agent),
      };
    },

    compactSummary(text) {
      const synthetic = quirks.has("hasSummaryMark") ? { isSynthetic: true } : {};
      return echoLine(context, text, undefined, { isReplay: false, ...synthetic });
    },

    commandOutput(text) {
      const isWrapped = text.startsWith("<local-command-") || text.startsWith("<command-");
      const content = isWrapped ? text : `<local-command-stdout>${text}</local-command-stdout>`;
      return echoLine(context, content, undefined, { isReplay: true });
    },
  };
}

function toolResultLine(context: LineContext, outcome: ToolOutcome, agent: AgentInfo | undefined): Line {
  const { quirks } = context;
  const content = agentContent(context, outcome) ?? shellContent(context, outcome) ?? outcome.content;
  const hasResult =
    agent === undefined
      ? quirks.has("hasToolUseResult")
      : quirks.has("hasAgentToolUseResult") || (outcome.isError && quirks.has("hasAgentToolError"));
  const structured = hasResult ? toolUseResult(context, outcome) : undefined;
  const meta = quirks.has("hasToolResultMeta") ? toolResultMeta(quirks, outcome) : undefined;
  return {
    type: "user",
    message: { role: "user", content: [resultBlock(outcome, content)] },
    ...envelope(context, agent, "hasUserTimestamp"),
    ...(structured === undefined ? {} : { tool_use_result: structured }),
    ...(meta === undefined ? {} : { tool_result_meta: [meta] }),
    ...agentLabels(context, agent),
  };
}

const NO_OUTPUT = "(Bash completed with no output)";

function shellContent(context: LineContext, outcome: ToolOutcome): Json | undefined {
  const isEmpty = outcome.name === "Bash" && !outcome.isError && outcome.content === "";
  return isEmpty && context.quirks.has("hasNoOutputNotice") ? NO_OUTPUT : undefined;
}

/** Only a shell writes `is_error: false`. The order of keys follows the code path of the CLI. */
function resultBlock(outcome: ToolOutcome, content: Json): JsonObject {
  const id = outcome.toolUseId;
  if (outcome.isError) return { type: "tool_result", content, is_error: true, tool_use_id: id };
  if (outcome.name === "ExitPlanMode") return { type: "tool_result", content, tool_use_id: id };
  if (outcome.name === "Bash") return { tool_use_id: id, type: "tool_result", content, is_error: false };
  return { tool_use_id: id, type: "tool_result", content };
}

function echoLine(context: LineContext, content: Json, uuid: string | undefined, flags: JsonObject): Line {
  const { quirks, identity, sessionId } = context;
  return {
    type: "user",
    message: { role: "user", content },
    session_id: sessionId,
    parent_tool_use_id: null,
    uuid: uuid ?? identity.uuid(),
    ...(quirks.has("hasUserTimestamp") ? { timestamp: formatTimestamp(identity) } : {}),
    ...(quirks.has("hasReplayMark") ? flags : {}),
  };
}

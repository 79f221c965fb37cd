// User lines: tool results, notes of the CLI, echoes of the host's messages, and the output of local commands.

import type { ToolResultBlock, ToolResultContent, UserMessage } from "@unspool/protocol/wire";
import type { Json } from "../../../json.ts";
import { formatTimestamp, toLine, type LineContext } from "../context.ts";
import { getAgentLabels, createEnvelope } from "../envelope.ts";
import type { AgentInfo, Line, LineBuilder, ToolOutcome } from "../lines.ts";
import { toAgentContent } from "./agent-result.ts";
import { toToolResultMeta } from "./tool-result-meta.ts";
import { toToolUseResult } from "./tool-use-result.ts";

type UserLines = Pick<
  LineBuilder,
  "toolResult" | "userNote" | "userReplay" | "agentPrompt" | "compactSummary" | "commandOutput"
>;

export function createUserLines(context: LineContext): UserLines {
  const { quirks } = context;
  return {
    toolResult: (outcome, agent) => createToolResultLine(context, outcome, agent),

    userNote(text, more = {}) {
      const { isSynthetic, retracted_message_uuids: retracted, refused_message_id: refused } = more;
      return toLine<UserMessage>({
        type: "user",
        message: { role: "user", content: [{ type: "text", text }] },
        ...createEnvelope(context, undefined, "hasUserTimestamp"),
        isSynthetic: isSynthetic === true && quirks.has("hasSyntheticMark") ? true : undefined,
        retracted_message_uuids: quirks.has("hasErrorDetails") ? retracted : undefined,
        refused_message_id: quirks.has("hasErrorDetails") ? refused : undefined,
      });
    },

    userReplay: (content, uuid) => createEchoLine(context, content, uuid, { isReplay: true }),

    agentPrompt(prompt, agent) {
      if (!quirks.has("writesAgentPrompt")) return undefined;
      return toLine<UserMessage>({
        type: "user",
        message: { role: "user", content: [{ type: "text", text: prompt }] },
        ...createEnvelope(context, agent, "hasUserTimestamp"),
        ...getAgentLabels(context, agent),
      });
    },

    compactSummary(text) {
      const isMarked = quirks.has("hasSummaryMark");
      return createEchoLine(
        context,
        text,
        undefined,
        isMarked ? { isReplay: false, isSynthetic: true } : { isReplay: false },
      );
    },

    commandOutput(text) {
      const isWrapped = text.startsWith("<local-command-") || text.startsWith("<command-");
      const content = isWrapped ? text : `<local-command-stdout>${text}</local-command-stdout>`;
      return createEchoLine(context, content, undefined, { isReplay: true });
    },
  };
}

function createToolResultLine(context: LineContext, outcome: ToolOutcome, agent: AgentInfo | undefined): Line {
  const { quirks } = context;
  const content = toAgentContent(context, outcome) ?? getShellContent(context, outcome) ?? outcome.content;
  const hasResult =
    agent === undefined
      ? quirks.has("hasToolUseResult")
      : quirks.has("hasAgentToolUseResult") || (outcome.isError && quirks.has("hasAgentToolError"));
  const structured = hasResult ? toToolUseResult(context, outcome) : undefined;
  const meta = quirks.has("hasToolResultMeta") ? toToolResultMeta(quirks, outcome) : undefined;
  return toLine<UserMessage>({
    type: "user",
    message: { role: "user", content: [toResultBlock(outcome, content as ToolResultContent)] },
    ...createEnvelope(context, agent, "hasUserTimestamp"),
    tool_use_result: structured,
    tool_result_meta: meta === undefined ? undefined : [meta],
    ...getAgentLabels(context, agent),
  });
}

const NO_OUTPUT = "(Bash completed with no output)";

function getShellContent(context: LineContext, outcome: ToolOutcome): Json | undefined {
  const isEmpty = outcome.name === "Bash" && !outcome.isError && outcome.content === "";
  return isEmpty && context.quirks.has("hasNoOutputNotice") ? NO_OUTPUT : undefined;
}

/** Returns the block of a result. Only a shell writes `is_error: false`. The order of keys is that of the CLI. */
function toResultBlock(outcome: ToolOutcome, content: ToolResultContent): ToolResultBlock {
  const id = outcome.toolUseId;
  if (outcome.isError) return { type: "tool_result", content, is_error: true, tool_use_id: id };
  if (outcome.name === "ExitPlanMode") return { type: "tool_result", content, tool_use_id: id };
  if (outcome.name === "Bash") return { tool_use_id: id, type: "tool_result", content, is_error: false };
  return { tool_use_id: id, type: "tool_result", content };
}

function createEchoLine(
  context: LineContext,
  content: Json,
  uuid: string | undefined,
  flags: Pick<UserMessage, "isReplay" | "isSynthetic">,
): Line {
  const { quirks, identity, sessionId } = context;
  return toLine<UserMessage>({
    type: "user",
    // The content of the host is repeated unchanged and unchecked.
    message: { role: "user", content: content as UserMessage["message"]["content"] },
    session_id: sessionId,
    parent_tool_use_id: null,
    uuid: uuid ?? identity.uuid(),
    timestamp: quirks.has("hasUserTimestamp") ? formatTimestamp(identity) : undefined,
    ...(quirks.has("hasReplayMark") ? flags : {}),
  });
}

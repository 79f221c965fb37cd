// Translates user lines: mostly tool results, otherwise text, whose origin must be determined.

import type { Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString, asStrings } from "../wire/read.ts";
import type { ContentBlock, ToolResultBlock, ToolResultContent } from "../wire/shared/content.ts";
import { toolResultText } from "../wire/tool-result-text.ts";
import type { UserMessage } from "../wire/output/user.ts";
import type { UserOrigin } from "./events.ts";
import type { Lane } from "./lane.ts";
import { closeMessage, endAgent, endDelivered, retractLines } from "./messages.ts";
import { nameAgent } from "./transcript-agent.ts";
import {
  emit,
  isForkCall,
  isRepeated,
  openEvent,
  reportBadShape,
  sendEvent,
  type SilentReason,
  type Translation,
} from "./translation.ts";

/** Written by the CLI, not by the user. The variant for tools is `[Request interrupted by user for tool use]`. */
const INTERRUPT_MARK = "[Request interrupted by user";

/** Translates a user line. Returns the reason to count if it emits no event. */
export function translateUser(t: Translation, lane: Lane, wire: Fields<UserMessage>): SilentReason {
  const content = asObject(wire.message)?.["content"];
  const blocks = asObjects(content);
  const results = blocks.filter((block) => block["type"] === "tool_result");
  const words = typeof content === "string" ? content : blocks.filter((block) => block["type"] !== "tool_result");
  // A fork receives "Fork started — that fork is you." in place of the results of its parent's calls.
  const isFork = results.some((result) => isForkCall(t, result["tool_use_id"]));
  const newResults = (isFork ? [] : results).filter(
    (result) => !isRepeated(t, `result ${asString(result["tool_use_id"])}`),
  );
  const newWords = words.length > 0 && !isRepeated(t, "words") ? words : undefined;
  if (newResults.length === 0 && newWords === undefined && results.length + words.length > 0) return "already-seen";
  settleLane(t, lane, results);
  // 2.1.325 retracts a tool call that it could not parse and asks for another one.
  retractLines(t, asStrings(wire.retracted_message_uuids));
  for (const result of newResults) translateResult(t, wire, result, results.length === 1);
  if (newWords !== undefined) translateWords(t, lane, wire, newWords);
  return "bookkeeping";
}

/** Ends the messages before a user line: their blocks are complete, and messages without ids are over. */
function settleLane(t: Translation, lane: Lane, results: readonly JsonObject[]): void {
  for (const message of lane.messages) {
    endDelivered(t, lane, message);
    if (message.wireId !== undefined || message.isStreaming) continue;
    const isAnswered = results.some((result) => message.tools?.has(result["tool_use_id"] as string));
    if (isAnswered || results.length === 0) closeMessage(t, lane, message);
  }
}

function translateResult(
  t: Translation,
  wire: Fields<UserMessage>,
  block: Fields<ToolResultBlock>,
  isOnly: boolean,
): void {
  const toolUseId = asString(block.tool_use_id);
  // Without an id it is impossible to find the call.
  if (!toolUseId) return reportBadShape(t, "tool_use_id of a tool_result is empty");
  // If the call started an agent, that agent has finished. A background agent has not begun yet.
  endAgent(t, toolUseId);
  // Transcripts keep each agent in a separate file; this id is the link to it.
  const agentId = asString(asObject(wire.tool_use_result)?.["agentId"]);
  if (agentId !== undefined && isOnly) nameAgent(t, agentId, toolUseId);
  const event = openEvent(t, "tool-result", undefined);
  event.toolUseId = toolUseId;
  if (block.content !== undefined) event.content = block.content as ToolResultContent;
  event.text = toolResultText(block.content);
  event.isError = block.is_error === true;
  // The line has one such field for all its results, so it can be assigned only to a single result.
  if (isOnly && wire.tool_use_result !== undefined) event.structured = wire.tool_use_result;
  sendEvent(t, event);
}

function translateWords(
  t: Translation,
  lane: Lane,
  wire: Fields<UserMessage>,
  words: string | readonly JsonObject[],
): void {
  const text = typeof words === "string" ? words : toolResultText(words);
  const content = words as string | readonly ContentBlock[];
  // Qwen Code does not echo user text. Its own user lines are notices of tasks, without a mark (0.24.4).
  const origin = t.isQwenCode && lane.agent === null ? "synthetic" : getOrigin(wire, lane, text);
  if (text.startsWith(INTERRUPT_MARK) && lane.agent === null) t.isInterrupted = true;
  emit(t, "user-message", { origin, content, text });
}

/** Lines that the CLI writes as the user; 2.1.74 and older do not flag them. */
const SYNTHETIC_TEXT =
  /^(?:\[Request interrupted by user|This session is being continued from a previous conversation|<task-notification>)/;
const COMMAND_TEXT = /^<(?:local-command-|command-|bash-)/;

function getOrigin(wire: Fields<UserMessage>, lane: Lane, text: string): UserOrigin {
  if (lane.agent !== null) return "subagent-prompt";
  // Checked before the flags: 2.1.x marks the output of a command as a replay.
  if (COMMAND_TEXT.test(text)) return "command-output";
  if (wire.isSynthetic === true || SYNTHETIC_TEXT.test(text)) return "synthetic";
  // An origin named by the CLI is authoritative: tasks, peers, channels and coordinators also write user lines.
  const kind = asString(asObject(wire.origin)?.["kind"]);
  if (kind !== undefined && kind !== "human") return "synthetic";
  if (wire.isReplay === true) return "replay";
  return kind === "human" ? "human" : "replay";
}

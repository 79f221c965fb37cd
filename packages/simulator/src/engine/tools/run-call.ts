// Runs one tool call, from its block to its result: permission, hooks, the tool itself. The scenario plays the tool.

import type { Json } from "../../json.ts";
import { runShellInBackground } from "./background-shell.ts";
import type { Caller } from "./caller.ts";
import { elicit } from "./elicitation.ts";
import { getField } from "../lines/fields.ts";
import { callHooks, hasHook } from "../hooks/hooks.ts";
import type { ToolOutcome } from "../lines/lines.ts";
import { callTool } from "./mcp.ts";
import { decidePermission } from "./decide-permission.ts";
import { canRunInParallel } from "./permission-rules.ts";
import { pause } from "../sessions/session.ts";
import { acceptStructuredOutput } from "../model/structured-output.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { explainMissingTool } from "./tool-offer.ts";
import { writeKilledResult, toOutcome, writeResult } from "./tool-results.ts";
import { QUESTION_TOOL, toQuestionResult } from "./user-questions.ts";

/** Runs a call and writes its result. Everything that need not wait happens before this returns. */
export async function runCall(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const mistake = findMistake(caller, call);
  if (mistake !== undefined) {
    await caller.schedule(() => writeResult(caller, { ...toOutcome(call), content: mistake, isError: true }));
    return;
  }
  if (call.name === "StructuredOutput" && session.jsonSchema !== undefined && caller.turn !== undefined) {
    const outcome = acceptStructuredOutput(caller.turn, call);
    writeResult(caller, outcome);
    return;
  }
  const entry = caller.gate.enter(canRunInParallel(call.name, call.input));
  try {
    if (entry.wait !== undefined) await entry.wait;
    await runAllowed(caller, call);
  } finally {
    entry.leave();
  }
}

async function runAllowed(caller: Caller, call: ToolCall): Promise<void> {
  const decision = decidePermission(caller, call);
  const allowed = decision instanceof Promise ? await decision : decision;
  if (allowed === undefined) return;
  const { input, permission } = allowed;
  const { session, signal } = caller;
  if (signal.aborted) return writeKilledResult(caller, call);
  if (call.name === session.agentTool) return caller.runAgent(caller, { ...call, input });
  if (isInBackground(call.name, input) && session.ordering.backgroundResults !== "fatal") {
    return runShellInBackground(caller, { ...call, input });
  }
  const played = await runTool(caller, { ...call, input });
  await caller.messageEnded;
  if (signal.aborted) return writeKilledResult(caller, call);
  if (call.name === "ExitPlanMode") leavePlanMode(caller);
  const outcome: ToolOutcome = { ...toOutcome(call), input, permission, ...played };
  const changed = await applyPostHooks(caller, call, outcome);
  if (signal.aborted && caller.depth > 0) return writeKilledResult(caller, call);
  await caller.schedule(() => writeResult(caller, changed));
}

/** Leaves plan mode after a plan is approved. */
function leavePlanMode({ session }: Caller): void {
  if (session.permissionMode !== "plan") return;
  session.permissionMode = session.options.permissionMode === "plan" ? "default" : session.options.permissionMode;
  session.output.write(session.lines.status(null, { permissionMode: session.permissionMode }));
}

async function runTool(
  caller: Caller,
  call: ToolCall,
): Promise<Pick<ToolOutcome, "content" | "isError" | "structured" | "structuredContent">> {
  const { session, signal } = caller;
  const tool = session.mcp.find(call.name);
  if (tool !== undefined) {
    const { content, isError, structured } = await callTool(session, tool, call.input, call.id, signal);
    return { content, isError, ...(structured === undefined ? {} : { structuredContent: structured }) };
  }
  const { block } = call;
  await pause(session, block.durationMs ?? 0, signal);
  if (call.name === QUESTION_TOOL && block.result === undefined) {
    return { ...toQuestionResult(session, call.input), isError: false };
  }
  const answer = block.elicits === undefined ? undefined : await elicit(session, call, block.elicits, signal);
  if (block.elicits !== undefined && block.result === undefined) {
    const text = answer === undefined ? "Nobody can be asked." : JSON.stringify(answer);
    return { content: [{ type: "text", text }], isError: false };
  }
  const played: Json = block.result ?? (call.name === "Bash" ? session.texts.noOutput : "");
  const isFailedShell = call.name === "Bash" && block.isError === true && typeof played === "string";
  const content =
    isFailedShell && !session.ordering.includesExitCodes ? played.replace(/^Exit code \d+\n/u, "") : played;
  return {
    content,
    isError: block.isError ?? false,
    ...(block.structured === undefined ? {} : { structured: block.structured }),
  };
}

async function applyPostHooks(caller: Caller, call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { session, signal } = caller;
  if (!hasHook(session, "PostToolUse", call.name)) return outcome;
  const decision = await callHooks(session, {
    event: "PostToolUse",
    subject: call.name,
    input: { tool_name: call.name, tool_input: outcome.input, tool_response: outcome.content },
    toolUseId: call.id,
    signal,
  });
  if (decision.stops && caller.turn !== undefined) caller.turn.isStopped = true;
  if (decision.updatedOutput === undefined || !session.ordering.obeysHookOutput) return outcome;
  return { ...outcome, content: decision.updatedOutput };
}

/** Whether the scenario has a result for the call. */
function isPlayed({ block }: ToolCall): boolean {
  return block.result !== undefined || block.elicits !== undefined;
}

function isInBackground(name: string, input: Json): boolean {
  return name === "Bash" && getField(input, "run_in_background") === true;
}

/** Returns the error of a call that fails before its permission is checked. */
function findMistake({ session, depth }: Caller, call: ToolCall): string | undefined {
  if (call.unparsed !== undefined) {
    return session.texts.unparsed(call.name, call.unparsed);
  }
  const isAgent = call.name === session.agentTool;
  const missing = explainMissingTool(session, call.name);
  if (missing !== undefined) return `<tool_use_error>Error: ${missing}</tool_use_error>`;
  const isMissing = isAgent
    ? depth > 0 && !session.ordering.hasNestedAgents
    : call.name.startsWith("mcp__") && session.mcp.find(call.name) === undefined && !isPlayed(call);
  return isMissing ? `<tool_use_error>Error: No such tool available: ${call.name}</tool_use_error>` : undefined;
}

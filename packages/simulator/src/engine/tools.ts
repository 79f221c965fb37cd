// One call from its block to its result: may it run, who says so, what does it give. The scenario plays the tool.

import type { Json } from "../json.ts";
import { runAgent } from "./agents.ts";
import { runShellInBackground } from "./background-shell.ts";
import type { Caller } from "./caller.ts";
import { elicit } from "./elicitation.ts";
import { fieldOf } from "./fields.ts";
import { callHooks, hasHook } from "./hooks.ts";
import type { ToolOutcome } from "./lines/lines.ts";
import { callTool } from "./mcp.ts";
import { decide } from "./permission-flow.ts";
import { runsBeside } from "./permissions.ts";
import { pause } from "./session.ts";
import { provideStructured } from "./structured.ts";
import type { ToolCall } from "./tool-call.ts";
import { missingTool } from "./tool-offer.ts";
import { killed, outcomeOf, writeResult } from "./tool-results.ts";
import { QUESTION_TOOL, questionResult } from "./user-questions.ts";
import { wordsOf } from "./words.ts";

/** Runs a call and writes its result. What needs no waiting happens before this returns. */
export async function runCall(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  const mistake = mistakeOf(caller, call);
  if (mistake !== undefined) {
    await caller.act(() => writeResult(caller, { ...outcomeOf(call), content: mistake, isError: true }));
    return;
  }
  if (call.name === "StructuredOutput" && session.jsonSchema !== undefined && caller.turn !== undefined) {
    const outcome = provideStructured(caller.turn, call);
    writeResult(caller, outcome);
    return;
  }
  const place = caller.gate.enter(runsBeside(call.name, call.input));
  try {
    if (place.wait !== undefined) await place.wait;
    await runAllowed(caller, call);
  } finally {
    place.leave();
  }
}

async function runAllowed(caller: Caller, call: ToolCall): Promise<void> {
  const decision = decide(caller, call);
  const allowed = decision instanceof Promise ? await decision : decision;
  if (allowed === undefined) return;
  const { input, permission } = allowed;
  const { session, signal } = caller;
  if (signal.aborted) return killed(caller, call);
  if (call.name === session.agentTool) return runAgent(caller, { ...call, input });
  if (isInBackground(call.name, input) && session.order.backgroundResults !== "fatal") {
    return runShellInBackground(caller, { ...call, input });
  }
  const played = await play(caller, { ...call, input });
  await caller.messageEnded;
  if (signal.aborted) return killed(caller, call);
  if (call.name === "ExitPlanMode") leavePlanMode(caller);
  const outcome: ToolOutcome = { ...outcomeOf(call), input, permission, ...played };
  const changed = await afterUse(caller, call, outcome);
  if (signal.aborted && caller.depth > 0) return killed(caller, call);
  await caller.act(() => writeResult(caller, changed));
}

/** An approved plan ends the mode in which plans are made. */
function leavePlanMode({ session }: Caller): void {
  if (session.permissionMode !== "plan") return;
  session.permissionMode = session.options.permissionMode === "plan" ? "default" : session.options.permissionMode;
  session.output.write(session.lines.status(null, { permissionMode: session.permissionMode }));
}

async function play(
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
    return { ...questionResult(session, call.input), isError: false };
  }
  const told = block.elicits === undefined ? undefined : await elicit(session, call, block.elicits, signal);
  if (block.elicits !== undefined && block.result === undefined) {
    const text = told === undefined ? "Nobody can be asked." : JSON.stringify(told);
    return { content: [{ type: "text", text }], isError: false };
  }
  const played: Json = block.result ?? (call.name === "Bash" ? wordsOf(session).noOutput : "");
  const isFailedShell = call.name === "Bash" && block.isError === true && typeof played === "string";
  const content = isFailedShell && !session.order.tellsExitCodes ? played.replace(/^Exit code \d+\n/u, "") : played;
  return {
    content,
    isError: block.isError ?? false,
    ...(block.structured === undefined ? {} : { structured: block.structured }),
  };
}

async function afterUse(caller: Caller, call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { session, signal } = caller;
  if (!hasHook(session, "PostToolUse", call.name)) return outcome;
  const decision = await callHooks(session, {
    event: "PostToolUse",
    subject: call.name,
    input: { tool_name: call.name, tool_input: outcome.input, tool_response: outcome.content },
    toolUseId: call.id,
    signal,
  });
  if (decision.stops && caller.turn !== undefined) caller.turn.stopped = true;
  if (decision.updatedOutput === undefined || !session.order.obeysHookOutput) return outcome;
  return { ...outcome, content: decision.updatedOutput };
}

/** The scenario has something to say for it. */
function isPlayed({ block }: ToolCall): boolean {
  return block.result !== undefined || block.elicits !== undefined;
}

function isInBackground(name: string, input: Json): boolean {
  return name === "Bash" && fieldOf(input, "run_in_background") === true;
}

/** Why a call cannot even be asked about. */
function mistakeOf({ session, depth }: Caller, call: ToolCall): string | undefined {
  if (call.unparsed !== undefined) {
    return wordsOf(session).unparsed(call.name, call.unparsed);
  }
  const isAgent = call.name === session.agentTool;
  const missing = missingTool(session, call.name);
  if (missing !== undefined) return `<tool_use_error>Error: ${missing}</tool_use_error>`;
  const isMissing = isAgent
    ? depth > 0 && !session.order.hasNestedAgents
    : call.name.startsWith("mcp__") && session.mcp.find(call.name) === undefined && !isPlayed(call);
  return isMissing ? `<tool_use_error>Error: No such tool available: ${call.name}</tool_use_error>` : undefined;
}

// Plays one turn, from its prompts to its result.

import type { TurnScript } from "../../scenario/play/script.ts";
import { checkPrompt } from "../hooks/blocked-prompt.ts";
import { parseCommand, runCommand } from "./local-commands.ts";
import type { Caller } from "../tools/caller.ts";
import { runLoop } from "./run-loop.ts";
import { endDeferred, endInterruptedTools } from "./turn-endings.ts";
import { callHooks, hasHook } from "../hooks/hooks.ts";
import type { Notice, Prompt } from "../sessions/queue.ts";
import { createMainCaller } from "./main-caller.ts";
import { saveSession, type DeferredCall, type Session } from "../sessions/session.ts";
import { reportEndedTasks } from "../tools/end-task.ts";
import { endTurn, writeInit, writeLifecycle, writeStarted } from "./turn-lines.ts";
import { runCall } from "../tools/run-call.ts";
import { beginTurn, type Turn } from "../sessions/turn-state.ts";

const LINES_BEFORE_REMINDER = 7;

/** The script of a turn that asks no model. */
const noScript: TurnScript = { turn: undefined, left: 0, next: () => undefined, notice: () => noScript };

/** Plays the entries that were taken from the queue. */
export async function playTurn(session: Session, entries: readonly (Prompt | Notice)[]): Promise<void> {
  const prompts = entries.filter((entry) => entry.kind === "prompt");
  const notice = entries.find((entry) => entry.kind === "notice");
  reportEndedTasks(session);
  for (const prompt of prompts) writeStarted(session, prompt);
  const text = prompts.map((prompt) => prompt.text).join("\n");
  const command = prompts.length === 1 ? parseCommand(session, prompts[0] as Prompt) : undefined;
  const isKept = prompts.some((prompt) => !prompt.asksModel);
  const script = notice?.script ?? (command === undefined && !isKept ? session.script.turnFor(text) : noScript);
  const { scenario } = session.options;
  // The reply looks like success, so the author of the scenario is warned.
  if (notice === undefined && script !== noScript && script.turn === undefined && scenario.otherwise === undefined)
    session.host.writeStderr(
      `unspool-claude: warning: the scenario has no turn for the prompt ${JSON.stringify(text.slice(0, 80))}\n`,
    );
  const origin = notice === undefined ? undefined : ({ kind: "task-notification", runId: notice.runId } as const);
  const turn = beginTurn(session, { script, prompts, ...(origin === undefined ? {} : { origin }) });
  session.turn = turn;
  // 2.1.325 drops a deferred call when another prompt comes.
  session.deferred = undefined;
  if (session.isInterruptedEarly) {
    session.isInterruptedEarly = false;
    turn.cut = "interrupt";
    turn.abort.abort();
  }
  session.messages += entries.length + remindOfPlan(session) + remindOfStyle(session) + remindOfTodos(session);
  session.prompts += entries.length;
  await session.mcp.ready;
  if (session.turnsDone === 0) await runStartHooks(turn);
  if (command !== undefined) await runCommand(turn, command);
  else await answerPrompt(turn, text, isKept);
  if (session.modelBeforeFallback !== undefined) session.model = session.modelBeforeFallback;
  session.modelBeforeFallback = undefined;
  // 1.0.128 counts an echoed prompt twice, from the next turn on.
  if (session.ordering.countsTurns === "session" && session.options.replaysUser) session.messages += prompts.length;
  closeTurn(turn);
}

function closeTurn(turn: Turn): void {
  const { session, deferred, script } = turn;
  session.deferred = deferred === undefined ? undefined : { call: deferred, turn: script.turn, left: script.left };
  session.turn = undefined;
  session.turnsDone += 1;
  if (!session.shutdown.signal.aborted) saveSession(session);
}

/** Resumes the call that the previous process deferred: its hook is called again before any other line is written. */
export async function resumeDeferred(session: Session, { call, turn: index, left }: DeferredCall): Promise<void> {
  const turn = beginTurn(session, { script: session.script.restOf(index, left), prompts: [] });
  const command = { uuid: session.identity.uuid() };
  session.turn = turn;
  writeLifecycle(session, command, "started");
  await session.mcp.ready;
  await runStartHooks(turn);
  turn.isResumed = true;
  await runCall(createResumedCaller(turn), call);
  turn.isResumed = false;
  if (session.shutdown.signal.aborted) return;
  let ending = turn.deferred === undefined ? undefined : endDeferred(turn, turn.deferred);
  if (turn.cut !== undefined) ending = endInterruptedTools(turn);
  if (ending === undefined) {
    writeInit(turn);
    ending = await runLoop(turn);
  }
  if (session.shutdown.signal.aborted) return;
  endTurn(turn, ending);
  writeLifecycle(session, command, turn.cut === undefined ? "completed" : "cancelled");
  closeTurn(turn);
}

/** Creates the caller of a resumed call: nothing streams, and the result does not count as a line of this turn. */
function createResumedCaller(turn: Turn): Caller {
  return { ...createMainCaller(turn, []), write: (line) => turn.session.output.write(line) };
}

/** In plan mode each prompt carries a hidden reminder, which 1.0.128 and 2.0.0 count as a message. */
function remindOfPlan({ permissionMode }: Session): number {
  return permissionMode === "plan" ? 1 : 0;
}

/** An output style is sent to the model once, hidden but counted. */
function remindOfStyle({ options, turnsDone }: Session): number {
  return turnsDone === 0 && (options.outputStyle ?? "default") !== "default" ? 1 : 0;
}

/** After seven lines without a todo list the model gets a reminder of it, which is hidden but counted. */
function remindOfTodos(session: Session): number {
  if (session.ordering.reminds === "never" || session.linesSinceReminder < LINES_BEFORE_REMINDER) return 0;
  session.linesSinceReminder = Number.NEGATIVE_INFINITY;
  return 1;
}

async function answerPrompt(turn: Turn, text: string, isKept: boolean): Promise<void> {
  const { session } = turn;
  const blocked = await checkPrompt(turn, text);
  writeInit(turn);
  if (blocked?.notice !== undefined) session.output.write(blocked.notice);
  if (isKept || blocked !== undefined) {
    endTurn(turn, { outcome: { kind: "success", text: blocked?.text ?? "", isError: false }, terminalReason: null }, 0);
    return;
  }
  const ending = await runLoop(turn);
  if (session.shutdown.signal.aborted) return;
  for (const prompt of turn.midTurnPrompts) writeLifecycle(session, prompt, "completed");
  endTurn(turn, ending);
}

async function runStartHooks(turn: Turn): Promise<void> {
  const { session } = turn;
  const source = session.options.resumed === undefined ? "startup" : "resume";
  if (!hasHook(session, "SessionStart", source)) return;
  await callHooks(session, { event: "SessionStart", subject: source, input: { source }, signal: turn.abort.signal });
}

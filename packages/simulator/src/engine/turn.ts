// One turn from the prompt to the result: what begins it, who answers, what is told at its end.

import type { TurnScript } from "../scenario/script.ts";
import { hooksAgainst } from "./blocked-prompt.ts";
import { commandOf, runCommand } from "./commands.ts";
import type { Caller } from "./caller.ts";
import { converse } from "./converse.ts";
import { deferredEnding, endTools } from "./endings.ts";
import { callHooks, hasHook } from "./hooks.ts";
import type { Notice, Prompt } from "./queue.ts";
import { mainCaller } from "./main-caller.ts";
import { saveSession, type DeferredCall, type Session } from "./session.ts";
import { tellEnds } from "./task-end.ts";
import { endTurn, tellInit, tellLifecycle, tellStarted } from "./turn-end.ts";
import { runCall } from "./tools.ts";
import { beginTurn, type Turn } from "./turn-state.ts";

const LINES_BEFORE_REMINDER = 7;

/** Of turns in which no model is asked. */
const noScript: TurnScript = { turn: undefined, left: 0, next: () => undefined, notice: () => noScript };

/** Plays what was taken from the queue. */
export async function playTurn(session: Session, entries: readonly (Prompt | Notice)[]): Promise<void> {
  const prompts = entries.filter((entry) => entry.kind === "prompt");
  const notice = entries.find((entry) => entry.kind === "notice");
  tellEnds(session);
  for (const prompt of prompts) tellStarted(session, prompt);
  const text = prompts.map((prompt) => prompt.text).join("\n");
  const command = prompts.length === 1 ? commandOf(session, prompts[0] as Prompt) : undefined;
  const isKept = prompts.some((prompt) => !prompt.asksModel);
  const script = notice?.script ?? (command === undefined && !isKept ? session.script.turnFor(text) : noScript);
  const { scenario } = session.options;
  // An answer that says so looks like success; whoever wrote the scenario should hear of it.
  if (notice === undefined && script !== noScript && script.turn === undefined && scenario.otherwise === undefined)
    session.host.complain(
      `unspool-claude: warning: the scenario has no turn for the prompt ${JSON.stringify(text.slice(0, 80))}\n`,
    );
  const origin = notice === undefined ? undefined : ({ kind: "task-notification", runId: notice.runId } as const);
  const turn = beginTurn(session, { script, prompts, ...(origin === undefined ? {} : { origin }) });
  session.turn = turn;
  // 2.1.325: a call that was deferred before is not asked about any more.
  session.deferred = undefined;
  if (session.isInterruptedEarly) {
    session.isInterruptedEarly = false;
    turn.cut = "interrupt";
    turn.abort.abort();
  }
  session.messages += entries.length + remindOfPlan(session) + remindOfStyle(session) + remind(session);
  session.prompts += entries.length;
  await session.mcp.ready;
  if (session.turnsDone === 0) await startHooks(turn);
  if (command !== undefined) await runCommand(turn, command);
  else await answer(turn, text, isKept);
  if (session.fallenFrom !== undefined) session.model = session.fallenFrom;
  session.fallenFrom = undefined;
  // 1.0.128 counts an echoed prompt twice, from the next turn on.
  if (session.order.countsTurns === "session" && session.options.replaysUser) session.messages += prompts.length;
  closeTurn(turn);
}

function closeTurn(turn: Turn): void {
  const { session, deferred, script } = turn;
  session.deferred = deferred === undefined ? undefined : { call: deferred, turn: script.turn, left: script.left };
  session.turn = undefined;
  session.turnsDone += 1;
  if (!session.over.signal.aborted) saveSession(session);
}

/** Goes on with the call that the process before this one deferred: it is asked about again, before anything else is told. */
export async function playDeferred(session: Session, { call, turn: place, left }: DeferredCall): Promise<void> {
  const turn = beginTurn(session, { script: session.script.restOf(place, left), prompts: [] });
  const command = { uuid: session.identity.uuid() };
  session.turn = turn;
  tellLifecycle(session, command, "started");
  await session.mcp.ready;
  await startHooks(turn);
  turn.isResumed = true;
  await runCall(resumedCaller(turn), call);
  turn.isResumed = false;
  if (session.over.signal.aborted) return;
  let ending = turn.deferred === undefined ? undefined : deferredEnding(turn, turn.deferred);
  if (turn.cut !== undefined) ending = endTools(turn);
  if (ending === undefined) {
    tellInit(turn);
    ending = await converse(turn);
  }
  if (session.over.signal.aborted) return;
  endTurn(turn, ending);
  tellLifecycle(session, command, turn.cut === undefined ? "completed" : "cancelled");
  closeTurn(turn);
}

/** Nothing streams, and the call's result does not count as a line of this turn. */
function resumedCaller(turn: Turn): Caller {
  return { ...mainCaller(turn, []), write: (line) => turn.session.output.write(line) };
}

/** With a prompt in plan mode the model is told what that means, unseen but counted: 1.0.128 and 2.0.0. */
function remindOfPlan({ permissionMode }: Session): number {
  return permissionMode === "plan" ? 1 : 0;
}

/** An output style is told to the model once, unseen but counted. */
function remindOfStyle({ options, turnsDone }: Session): number {
  return turnsDone === 0 && (options.outputStyle ?? "default") !== "default" ? 1 : 0;
}

/** After seven lines without a list of things to do the model is reminded of it, unseen but counted. */
function remind(session: Session): number {
  if (session.order.reminds === "never" || session.linesSinceReminder < LINES_BEFORE_REMINDER) return 0;
  session.linesSinceReminder = Number.NEGATIVE_INFINITY;
  return 1;
}

async function answer(turn: Turn, text: string, isKept: boolean): Promise<void> {
  const { session } = turn;
  const blocked = await hooksAgainst(turn, text);
  tellInit(turn);
  if (blocked?.notice !== undefined) session.output.write(blocked.notice);
  if (isKept || blocked !== undefined) {
    endTurn(turn, { outcome: { kind: "success", text: blocked?.text ?? "", isError: false }, terminalReason: null }, 0);
    return;
  }
  const ending = await converse(turn);
  if (session.over.signal.aborted) return;
  for (const prompt of turn.taken) tellLifecycle(session, prompt, "completed");
  endTurn(turn, ending);
}

async function startHooks(turn: Turn): Promise<void> {
  const { session } = turn;
  const source = session.options.resumed === undefined ? "startup" : "resume";
  if (!hasHook(session, "SessionStart", source)) return;
  await callHooks(session, { event: "SessionStart", subject: source, input: { source }, signal: turn.abort.signal });
}

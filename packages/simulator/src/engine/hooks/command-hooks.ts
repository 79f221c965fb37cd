// Runs a hook from settings: reports its start and end where the version does so, and turns its exit code into a
// decision.

import { parseObject } from "@unspool/protocol/kit";
import { playCommand, type CommandOutcome } from "./play-command.ts";
import { parseDecision, undecided, type HookCall, type HookDecision } from "./hook-decision.ts";
import type { Session } from "../sessions/session.ts";

/** The exit code that blocks. Any other code except 0 is ignored. */
const BLOCKS = 2;

export function runCommandHook(session: Session, call: HookCall, command: string): HookDecision {
  const outcome = playCommand(command);
  if (isReported(session, call)) reportHook(session, call, outcome);
  // The model reads its output as a message.
  const isRead = call.event === "SessionStart" || call.event === "UserPromptSubmit";
  if (isRead && outcome.exitCode === 0 && outcome.stdout !== "") session.messages += 1;
  const { quirks } = session;
  if (outcome.exitCode === BLOCKS) {
    const message = `[${command}]: ${outcome.stderr === "" ? "No stderr output" : outcome.stderr}`;
    const isPrefixed = call.event === "PreToolUse" && quirks.has("prefixesHookErrors");
    const reason = isPrefixed ? `PreToolUse:${call.subject ?? ""} hook error: ${message}` : message;
    return { ...undecided, decision: "deny", reason, isCommand: true };
  }
  const answer = outcome.exitCode === 0 ? parseObject(outcome.stdout) : undefined;
  if (answer === undefined) return undecided;
  return { ...parseDecision(answer), isCommand: true };
}

/** `SessionStart` is always reported, other events only with `--include-hook-events`. */
function isReported({ options, quirks }: Session, { event }: HookCall): boolean {
  return event === "SessionStart" || (options.includesHookEvents === true && quirks.has("writesAllHooks"));
}

function reportHook({ lines, output, identity, quirks }: Session, call: HookCall, outcome: CommandOutcome): void {
  const { stdout, stderr, exitCode } = outcome;
  const isError = exitCode !== 0;
  // 2.0.76 reports only hooks that succeeded.
  if (isError && !quirks.has("writesHookStarted")) return;
  const name = call.subject === undefined ? call.event : `${call.event}:${call.subject}`;
  const hookId = identity.uuid();
  output.write(lines.hookStarted(hookId, name, call.event));
  const printed = { output: `${stdout}${stderr}`, stdout, stderr, exitCode, isError };
  output.write(lines.hookResponse(hookId, name, call.event, printed));
}

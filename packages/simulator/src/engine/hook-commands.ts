// A hook of settings, called: its start and its end are told where the version does so, and how it ended is a decision.

import type { Json, JsonObject } from "../json.ts";
import { playCommand, type CommandOutcome } from "./command-hooks.ts";
import { readDecision, undecided, type HookCall, type HookDecision } from "./hook-decision.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

/** The exit code that blocks; any other than 0 is passed over. */
const BLOCKS = 2;

export function callCommand(session: Session, call: HookCall, command: string): HookDecision {
  const outcome = playCommand(command);
  if (isTold(session, call)) tellHook(session, call, outcome);
  // What it prints is read by the model as a message of its own.
  const isRead = call.event === "SessionStart" || call.event === "UserPromptSubmit";
  if (isRead && outcome.exitCode === 0 && outcome.stdout !== "") session.messages += 1;
  const manners = mannersOf(session.options.version);
  if (outcome.exitCode === BLOCKS) {
    const said = `[${command}]: ${outcome.stderr === "" ? "No stderr output" : outcome.stderr}`;
    const tool = call.subject ?? "";
    const reason =
      call.event === "PreToolUse"
        ? manners.choose({ "1.0.128": said, "2.0.30": `PreToolUse:${tool} hook error: ${said}`, "2.1.285": said })
        : said;
    return { ...undecided, decision: "deny", reason, isCommand: true };
  }
  const answer = outcome.exitCode === 0 ? jsonOf(outcome.stdout) : undefined;
  if (answer === undefined) return undecided;
  return { ...readDecision(answer), isCommand: true };
}

/** The start of the session is always told, all else only if `--include-hook-events` asks for it. */
function isTold({ options }: Session, { event }: HookCall): boolean {
  return event === "SessionStart" || (options.tellsHooks === true && mannersOf(options.version).has("tellsAllHooks"));
}

function tellHook({ lines, output, identity, options }: Session, call: HookCall, outcome: CommandOutcome): void {
  const { stdout, stderr, exitCode } = outcome;
  const isError = exitCode !== 0;
  // 2.0.76 tells of those that went well.
  if (isError && !mannersOf(options.version).has("writesHookStarted")) return;
  const name = call.subject === undefined ? call.event : `${call.event}:${call.subject}`;
  const hookId = identity.uuid();
  output.write(lines.hookStarted(hookId, name, call.event));
  const told = { output: `${stdout}${stderr}`, stdout, stderr, exitCode, isError };
  output.write(lines.hookResponse(hookId, name, call.event, told));
}

function jsonOf(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

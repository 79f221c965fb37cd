// What the CLI says in its own name, word for word as measured.

import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

export const INTERRUPTED: string = "[Request interrupted by user]";
export const INTERRUPTED_FOR_TOOLS: string = "[Request interrupted by user for tool use]";
export const NO_CONTENT: string = "(no content)";
export const CUT_OFF: string =
  "Your response above was cut off mid-stream. Resume directly from where it stops — no apology, no recap. " +
  "If none of it survived, answer the request from the start.";
export const NOT_VISIBLE: string =
  "[Your previous response had no visible output. Please continue and produce a user-visible response.]";
export const TOKEN_LIMIT: string =
  "Output token limit hit. Resume directly — no apology, no recap of what you were doing. Pick up mid-thought if that " +
  "is where the cut happened. Break remaining work into smaller pieces.";
export const REFUSED: string =
  "Your response above was stopped by a safety classifier — this is not a tool or API error. The rest of it was " +
  "withheld, and tool calls in it that had not finished did not run. Do not produce that content again, even reworded.";
export const MALFORMED_EXHAUSTED: string = "The model's tool call could not be parsed (retry also failed).";
export const PARTIAL_OUTPUT: string =
  "Everything below is PARTIAL output recovered from the agent before it was cut off. The agent did NOT finish its task " +
  "— treat these results as incomplete.";
export const ENOUGH_NOT: string = "Not enough messages to compact.";

const REJECTED: string =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  "new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

const STOPPED_WHILE_RUNNING: string =
  "Correction to the text above: this call was stopped while running, not refused before it ran. It may have run in " +
  "part or in full, and its changes may have been written. No permission prompt was involved. Work it started elsewhere " +
  "(a remote command, a background process) may still be running, so check before starting the same work again. The " +
  "instruction to stop and wait still stands.";

export interface Words {
  /** A call whose input is no JSON. */
  unparsed(name: string, raw: string): string;
  readonly malformed: string;
  readonly enforceStructured: string;
  readonly connectionLost: string;
  readonly tokenLimitError: string;
  readonly refusalError: string;
  /** A call that was running when the turn was interrupted. */
  killed(name: string): string;
  /** A question that was withdrawn. */
  readonly withdrawn: string;
  /** A question that the host can no longer answer. */
  readonly unanswerable: string;
  /** A refusal that also ends the turn; undefined: the host's own words. */
  readonly refusedForGood: string | undefined;
  stopFeedback(reason: string): string;
  /** For the user, when a hook of settings has sent the model back to work. */
  readonly stopError: string;
  /** A call that a hook has refused. */
  blocked(tool: string, reason: string): string;
  /** A shell that prints nothing. */
  readonly noOutput: string;
  unknownCommand(name: string): string;
}

export function wordsOf({ options }: Pick<Session, "options">): Words {
  const manners = mannersOf(options.version);
  return {
    malformed: manners.choose({
      "1.0.128": "Your tool call was malformed and could not be parsed. Please retry.",
      "2.1.325": "The previous response failed to produce a valid tool call. Please retry the tool call now.",
    }),
    enforceStructured: manners.choose({
      "1.0.128":
        "Stop hook feedback:\nYou MUST call the StructuredOutput tool to complete this request. Call this tool now.",
      "2.1.200":
        "[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.",
    }),
    connectionLost: manners.choose({
      "1.0.128": "API Error: Connection closed mid-response. The response above may be incomplete.",
      "2.1.250": "API Error: Connection lost mid-response. The response above may be incomplete.",
    }),
    tokenLimitError:
      "API Error: Claude's response exceeded the 32000 output token maximum. To configure this behavior, set the " +
      "CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable.",
    refusalError: manners.choose({
      "1.0.128":
        "API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy " +
        "(https://www.anthropic.com/legal/aup). Please double press esc to edit your last message or start a new session " +
        "for Claude Code to assist with a different task.",
      "2.1.74":
        "API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy " +
        "(https://www.anthropic.com/legal/aup). Try rephrasing the request or attempting a different approach. If you are " +
        "seeing this refusal repeatedly, try running /model claude-sonnet-4-20250514 to switch models.",
      "2.1.200": "API Error: The model's safeguards flagged this message.",
    }),
    killed: (name) =>
      manners.choose({
        "1.0.128": INTERRUPTED_FOR_TOOLS,
        "2.0.30": name === "Bash" ? `Exit code 137\n${INTERRUPTED_FOR_TOOLS}` : INTERRUPTED_FOR_TOOLS,
        "2.1.200": REJECTED,
        "2.1.325": `${REJECTED} ${STOPPED_WHILE_RUNNING}`,
      }),
    withdrawn: manners.choose({ "1.0.128": "Tool permission request failed: AbortError", "2.1.200": REJECTED }),
    unanswerable: manners.choose({
      "1.0.128": "Tool permission request failed: Error: Tool permission stream closed before response received",
      "2.1.325": "Tool permission request failed: AbortError: Tool permission stream closed before response received",
    }),
    refusedForGood: manners.choose<string | undefined>({ "1.0.128": undefined, "2.1.200": REJECTED }),
    stopFeedback: (reason) =>
      manners.choose({ "1.0.128": `Stop hook feedback:\n- ${reason}`, "2.1.74": `Stop hook feedback:\n${reason}` }),
    stopError: manners.choose({
      "2.1.120": "Stop hook error occurred",
      "2.1.200": "Stop hook error occurred · ctrl+o to see",
    }),
    blocked: (tool, reason) =>
      manners.choose({
        "1.0.128": `${tool} operation blocked by hook:\n- ${reason || "Blocked by hook"}`,
        "2.0.30": reason || `Hook PreToolUse:${tool} denied this tool`,
        "2.1.285": `PreToolUse:${tool} hook error: ${reason || "Blocked by hook"}`,
      }),
    unparsed: (name, raw) =>
      manners.choose({
        "1.0.128":
          `<tool_use_error>InputValidationError: ${name} failed due to the following issue:\n` +
          "The required parameter `command` is missing</tool_use_error>",
        "2.1.200":
          `<tool_use_error>InputValidationError: ${name} was called with input that could not be parsed as JSON.\n` +
          `You sent (first ${Math.min(raw.length, 200)} of ${raw.length} bytes): ${raw.slice(0, 200)}\nCommon causes: ` +
          "unescaped backslashes in file paths (use / or \\\\), unescaped control characters, or truncated output. Retry " +
          "with valid JSON.</tool_use_error>",
      }),
    noOutput: manners.choose({ "1.0.128": "", "2.1.74": "(Bash completed with no output)" }),
    unknownCommand: (name) => manners.choose({ "1.0.128": "", "2.1.74": `Unknown skill: ${name}` }),
  };
}

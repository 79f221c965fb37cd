// The CLI's own texts, literally as measured.

import type { VersionQuirks } from "./version-quirks.ts";

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
export const NOT_ENOUGH_MESSAGES: string = "Not enough messages to compact.";

const REJECTED: string =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  "new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

const STOPPED_WHILE_RUNNING: string =
  "Correction to the text above: this call was stopped while running, not refused before it ran. It may have run in " +
  "part or in full, and its changes may have been written. No permission prompt was involved. Work it started elsewhere " +
  "(a remote command, a background process) may still be running, so check before starting the same work again. The " +
  "instruction to stop and wait still stands.";

export interface CliTexts {
  /** A call whose input is not JSON. */
  unparsed(name: string, raw: string): string;
  readonly malformed: string;
  readonly enforceStructured: string;
  readonly connectionLost: string;
  readonly tokenLimitError: string;
  readonly refusalError: string;
  /** A call that was running when the turn was interrupted. */
  killed(name: string): string;
  /** A permission request that was withdrawn. */
  readonly withdrawn: string;
  /** A permission request that the host can no longer answer. */
  readonly unanswerable: string;
  /** A refusal that also ends the turn; `undefined` where the host's own text is used. */
  readonly refusedForGood: string | undefined;
  stopFeedback(reason: string): string;
  /** For the user, when a hook from settings has made the model continue. */
  readonly stopError: string;
  /** A call that a hook has refused. */
  blocked(tool: string, reason: string): string;
  /** A shell that prints nothing. */
  readonly noOutput: string;
  unknownCommand(name: string): string;
  apiError(status: number, type: string, message: string): string;
  unknownModel(model: string): string;
  /** `resetsAt` in seconds since 1970. */
  limitReached(resetsAt: number, isWeek: boolean): string;
  /** A tool that is switched off. */
  missingTool(name: string): string;
  /** Why a shell command that changes a file must be approved; `undefined` where the version does not look at files. */
  fileApproval(program: string, path: string, cwd: string): string | undefined;
  dontAsk(name: string): string;
  /** The host's answers to the question tool. `isChosen`: each is among the options that were offered. */
  answers(list: string, isChosen: boolean): string;
  /** The reason that an MCP server gets when its call is abandoned. */
  readonly mcpCancelled: string;
  compactSummary(summary: string): string;
}

export function getTexts(quirks: VersionQuirks): CliTexts {
  return {
    malformed: quirks.choose({
      "1.0.128": "Your tool call was malformed and could not be parsed. Please retry.",
      "2.1.325": "The previous response failed to produce a valid tool call. Please retry the tool call now.",
    }),
    enforceStructured: quirks.choose({
      "1.0.128":
        "Stop hook feedback:\nYou MUST call the StructuredOutput tool to complete this request. Call this tool now.",
      "2.1.200":
        "[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.",
    }),
    connectionLost: quirks.choose({
      "1.0.128": "API Error: Connection closed mid-response. The response above may be incomplete.",
      "2.1.250": "API Error: Connection lost mid-response. The response above may be incomplete.",
    }),
    tokenLimitError:
      "API Error: Claude's response exceeded the 32000 output token maximum. To configure this behavior, set the " +
      "CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable.",
    refusalError: quirks.choose({
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
      quirks.choose({
        "1.0.128": INTERRUPTED_FOR_TOOLS,
        "2.0.30": name === "Bash" ? `Exit code 137\n${INTERRUPTED_FOR_TOOLS}` : INTERRUPTED_FOR_TOOLS,
        "2.1.200": REJECTED,
        "2.1.325": `${REJECTED} ${STOPPED_WHILE_RUNNING}`,
      }),
    withdrawn: quirks.choose({ "1.0.128": "Tool permission request failed: AbortError", "2.1.200": REJECTED }),
    unanswerable: quirks.choose({
      "1.0.128": "Tool permission request failed: Error: Tool permission stream closed before response received",
      "2.1.325": "Tool permission request failed: AbortError: Tool permission stream closed before response received",
    }),
    refusedForGood: quirks.choose<string | undefined>({ "1.0.128": undefined, "2.1.200": REJECTED }),
    stopFeedback: (reason) =>
      quirks.choose({ "1.0.128": `Stop hook feedback:\n- ${reason}`, "2.1.74": `Stop hook feedback:\n${reason}` }),
    stopError: quirks.choose({
      "2.1.120": "Stop hook error occurred",
      "2.1.200": "Stop hook error occurred · ctrl+o to see",
    }),
    blocked: (tool, reason) =>
      quirks.choose({
        "1.0.128": `${tool} operation blocked by hook:\n- ${reason || "Blocked by hook"}`,
        "2.0.30": reason || `Hook PreToolUse:${tool} denied this tool`,
        "2.1.285": `PreToolUse:${tool} hook error: ${reason || "Blocked by hook"}`,
      }),
    unparsed: (name, raw) =>
      quirks.choose({
        "1.0.128":
          `<tool_use_error>InputValidationError: ${name} failed due to the following issue:\n` +
          "The required parameter `command` is missing</tool_use_error>",
        "2.1.200":
          `<tool_use_error>InputValidationError: ${name} was called with input that could not be parsed as JSON.\n` +
          `You sent (first ${Math.min(raw.length, 200)} of ${raw.length} bytes): ${raw.slice(0, 200)}\nCommon causes: ` +
          "unescaped backslashes in file paths (use / or \\\\), unescaped control characters, or truncated output. Retry " +
          "with valid JSON.</tool_use_error>",
      }),
    noOutput: quirks.choose({ "1.0.128": "", "2.1.74": "(Bash completed with no output)" }),
    unknownCommand: (name) => quirks.choose({ "1.0.128": "", "2.1.74": `Unknown skill: ${name}` }),
    apiError: (status, type, message) =>
      quirks.choose({
        "1.0.128": `API Error: ${status} ${JSON.stringify({ type: "error", error: { type, message } })}`,
        "2.1.200": `API Error: ${status} ${message}`,
      }),
    unknownModel: (model) =>
      `There's an issue with the selected model (${model}). It may not exist or you may not have access to it. ` +
      "Run --model to pick a different model.",
    limitReached: (resetsAt, isWeek) => {
      const time = formatTime(resetsAt);
      return quirks.choose({
        "1.0.60": `Claude AI usage limit reached|${resetsAt}`,
        "1.0.88": `Spending cap reached resets ${time}`,
        "2.0.76": `You've hit your limit · resets ${time} (UTC)`,
        "2.1.200": `You've hit your ${isWeek ? "weekly" : "session"} limit · resets ${time} (UTC)`,
        "2.1.312": `You've hit your ${isWeek ? "weekly" : "5-hour"} limit · resets ${time} (UTC)`,
      });
    },
    missingTool: (name) =>
      quirks.choose({
        "1.0.128": `No such tool available: ${name}`,
        "2.1.120":
          `No such tool available: ${name}. ${name} exists but is not enabled in this context. Use one of the available ` +
          "tools instead.",
        "2.1.250": `No such tool available: ${name}. ${name} is disabled for this session, in subagents as well as here.`,
      }),
    fileApproval: (program, path, cwd) =>
      quirks.choose({
        "1.0.128": undefined,
        "2.1.20":
          `${program} in '${path}' was blocked. For security, Claude Code may only create or modify files in the allowed ` +
          `working directories for this session: '${cwd}'.`,
        "2.1.325":
          `${program} in '${path}' needs approval. The path is inside the working directories for this session ` +
          `('${cwd}'), and Claude Code asks before a shell command creates, changes or removes files there.`,
      }),
    dontAsk: (name) =>
      quirks.choose({
        "1.0.128": `Permission to use ${name} has been auto-denied in dontAsk mode.`,
        "2.1.20":
          `Permission to use ${name} has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* ` +
          "attempt to accomplish this action using other tools.",
      }),
    answers: (list, isChosen) => {
      const plain = `Your questions have been answered: ${list}. You can now continue with these answers in mind.`;
      const empty = "The user did not answer the questions.";
      const ownWords =
        `The user answered: ${list}. Read the answers carefully — they may request clarification, changes, or that you not ` +
        "proceed — and follow what they actually say.";
      return quirks.choose({
        "2.0.76": `User has answered your questions: ${list}. You can now continue with the user's answers in mind.`,
        "2.1.200": list === "" ? empty : plain,
        "2.1.250": list === "" ? empty : isChosen ? plain : ownWords,
      });
    },
    mcpCancelled: quirks.choose({
      "1.0.128": "AbortError: This operation was aborted",
      "2.1.200": "AbortError: remote-cancel",
    }),
    compactSummary: (summary) => {
      const head = "This session is being continued from a previous conversation that ran out of context.";
      return quirks.choose({
        "1.0.128": `${head} The conversation is summarized below:\n${summary}.`,
        "2.1.74": `${head} The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}`,
      });
    },
  };
}

/** `3:33am`, as the CLI writes the hour in UTC. */
function formatTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const hours = date.getUTCHours();
  const minutes = date.getUTCMinutes();
  const half = hours < 12 ? "am" : "pm";
  return `${hours % 12 || 12}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}${half}`;
}

/** Formats what follows an agent's report: how to go on with the agent, and what it used. */
export function formatAgentTrailer(
  quirks: VersionQuirks,
  report: {
    readonly agentId: string;
    readonly totalTokens: number;
    readonly toolNames: readonly string[];
    readonly durationMs: number;
  },
): string | undefined {
  const { agentId: id, totalTokens, toolNames, durationMs } = report;
  const rest = `: ${totalTokens}\ntool_uses: ${toolNames.length}\nduration_ms: ${durationMs}</usage>`;
  const resume = `agentId: ${id} (for resuming to continue this agent's work if needed)`;
  const send = `agentId: ${id} (use SendMessage with to: '${id}'`;
  return quirks.choose({
    "1.0.128": undefined,
    "2.0.76": resume,
    "2.1.74": `${resume}\n<usage>total_tokens${rest}`,
    "2.1.120": `${send} to continue this agent)\n<usage>total_tokens${rest}`,
    "2.1.200": `${send}, summary: '<5-10 word recap>' to continue this agent)\n<usage>subagent_tokens${rest}`,
  });
}

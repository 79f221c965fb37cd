// Handles events about the session: model, prompts, retries, limits, compaction, hooks, and lines that cannot be parsed.

import type { JsonObject } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { span } from "../../terminal/style.ts";
import { stripCliTags, parseTaskNotices, type TaskNotice } from "../content/cli-text.ts";
import { formatCount, formatQuantity, formatDuration } from "../../output/format-numbers.ts";
import { FAILURE, NOTE, createNoteSection, createPromptSection, RETRY, WARNING } from "../sections/note-section.ts";
import { parseSlashCommand } from "./prompt-queue.ts";
import { limitLines, withSign } from "../sections/section.ts";
import { printAfterText } from "./text-handlers.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { cleanText, toOneLine } from "../../terminal/clean-text.ts";
import { wrap, wrapFacts } from "../../terminal/wrap.ts";

const MAX_OUTPUT_LINES = 6;
const MAX_REPORTED_SERVERS = 1000;
const SERVER_PROBLEMS: Readonly<Record<string, string>> = {
  failed: "failed to start: its tools are missing",
  "needs-auth": "needs a login: its tools are missing until you log in with /mcp in claude",
};

export function createSessionHandlers(context: ViewContext): Handlers {
  const { state, options } = context;
  const printNote = (agent: string | null, sign: typeof NOTE, text: string): void =>
    context.print(agent, createNoteSection(sign, text));
  const printOutput = (agent: string | null, output: string): void => {
    const text = cleanText(stripCliTags(output).slice(0, 20_000)).trim();
    if (text === "") return;
    printAfterText(context, agent, {
      kind: "note",
      lines: (width) =>
        withSign([NOTE], limitLines(wrap([span(text, "dim")], Math.max(8, width - 2)), MAX_OUTPUT_LINES)),
    });
  };
  return {
    "session-init": (event) => {
      const { cwd, model, version, qwenCodeVersion, tools } = event;
      state.hasStarted = true;
      beginTurn();
      if (options.folder === undefined) state.folder = cwd ?? state.folder;
      if (model !== state.model || state.model === undefined) {
        state.model = model;
        const program = qwenCodeVersion ? `Qwen Code ${qwenCodeVersion}` : version && `Claude Code ${version}`;
        const facts = [
          toOneLine(model ?? "unknown model"),
          program && toOneLine(program),
          formatQuantity(tools.length, "tool"),
        ];
        context.print(null, { kind: "note", lines: (width) => withSign([NOTE], wrapFacts(facts, width - 2, "dim")) });
      }
      for (const { name, status } of event.mcpServers ?? []) reportServer(name, status);
      printPrompt();
    },
    "session-status": ({ status }) => {
      state.activity = status ?? undefined;
      if (status === "requesting") state.retry = undefined;
    },
    "message-start": ({ agent }) => {
      state.hasStarted = true;
      beginTurn();
      if (agent === null) printPrompt();
      state.retry = undefined;
    },
    "message-end": ({ usage }) => {
      if (usage === undefined) return;
      state.outputTokens += usage.outputTokens;
      const { in: input, out } = state.messageTokens;
      state.messageTokens = {
        in: input + usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens,
        out: out + usage.outputTokens,
      };
    },
    "user-message": ({ agent, origin, text }) => {
      const asked = origin === "human" || origin === "replay" ? text : parseSlashCommand(text);
      if (asked !== undefined) {
        beginTurn();
        const shown = agent === null ? state.prompts.echo(asked) : asked;
        if (shown !== undefined && shown.trim() !== "") context.print(agent, createPromptSection(shown));
      } else if (origin === "synthetic" || origin === "command-output") {
        const notices = parseTaskNotices(text);
        for (const notice of notices)
          if (!isReported(notice)) printNote(agent, notice.isFailed ? WARNING : NOTE, notice.text);
        if (notices.length === 0) printOutput(agent, text);
      }
    },
    "content-block": ({ agent, content }) => {
      const name = content.type === "redacted_thinking" ? "thinking, redacted" : content.type.replaceAll("_", " ");
      if (content.type !== "redacted_thinking" || options.thinking !== "none") printNote(agent, NOTE, `[${name}]`);
    },
    "message-retracted": ({ agent }) => printNote(agent, WARNING, "the answer above was retracted"),
    retry: (event) => {
      const { agent, attempt, maxRetries, delayMs, status, error } = event;
      beginTurn();
      printPrompt();
      state.retry = { event, atMs: context.nowMs(event) };
      const why = [status === null ? "" : String(status), error ?? ""].filter(Boolean).join(" ");
      const when = delayMs === undefined ? "" : ` in ${formatDuration(delayMs)}`;
      const limit = maxRetries === undefined ? "" : ` of ${maxRetries}`;
      printNote(
        agent,
        RETRY,
        `The API failed${why === "" ? "" : ` (${why})`}, trying again${when} (${attempt}${limit})`,
      );
    },
    "rate-limit": ({ status, window, utilization, resetsAt }) => {
      if (status === "allowed") return;
      const used = utilization === undefined ? undefined : `${Math.round(utilization * 100)} % used`;
      const reset = resetsAt === undefined ? undefined : `resets ${formatUtc(resetsAt)}`;
      const reached = status === "allowed_warning" ? "nearly reached" : status.replaceAll("_", " ");
      const name = window === undefined ? "Rate limit" : `Rate limit (${window.replaceAll("_", " ")})`;
      const facts = [toOneLine(`${name} ${reached}`), used, reset];
      const sign = status === "rejected" ? FAILURE : WARNING;
      context.print(null, { kind: "note", lines: (width) => withSign([sign], wrapFacts(facts, width - 2, "dim")) });
    },
    compaction: ({ preTokens, postTokens }) => {
      const figures = [preTokens, postTokens].filter((figure) => figure !== undefined).map(formatCount);
      printNote(null, NOTE, `Context compacted${figures.length === 0 ? "" : `: ${figures.join(" → ")} tokens`}`);
    },
    "hook-end": ({ agent, name, event, outcome, output, exitCode }) => {
      const isFine = (outcome === undefined || outcome === "success") && (exitCode ?? 0) === 0;
      if (isFine) return;
      printNote(
        agent,
        WARNING,
        `Hook ${name ?? event ?? ""} ${outcome ?? `ended with ${exitCode}`}${output ? `: ${output}` : ""}`,
      );
    },
    notice: ({ agent, subtype, data: { content, level, attachment } }) => {
      // A queued prompt of a transcript comes again when it is sent, as an attachment if that is in the middle of a turn.
      if (subtype === "queue-operation") return;
      if (subtype === "attachment") return printQueued(agent, asObject(attachment));
      if (typeof content !== "string" || content.trim() === "") return;
      // The end of the turn may repeat it.
      state.lastText = content;
      printNote(
        agent,
        subtype === "model_fallback" || level === "warning" || level === "error" ? WARNING : NOTE,
        content,
      );
    },
    unknown: () => {
      state.unknownLines += 1;
    },
    malformed: ({ line, reason, detail, text }) => {
      printNote(null, WARNING, toOneLine(`line ${line}: ${reason.replaceAll("-", " ")} (${detail}) ${text}`, 400));
    },
  };

  /** Warns about a server whose tools are missing, once for each status. */
  function reportServer(name: string, status: string): void {
    const problem = SERVER_PROBLEMS[status];
    const key = `${name} ${status}`;
    if (problem === undefined || state.reportedServers.has(key)) return;
    if (state.reportedServers.size >= MAX_REPORTED_SERVERS) state.reportedServers.clear();
    state.reportedServers.add(key);
    printNote(null, WARNING, `MCP server ${name} ${problem}`);
  }
  /** Prints a prompt that the person typed during a turn. */
  function printQueued(agent: string | null, attachment: JsonObject | undefined): void {
    const { type, prompt, commandMode } = attachment ?? {};
    if (type !== "queued_command" || commandMode !== "prompt" || typeof prompt !== "string") return;
    const shown = state.prompts.echo(prompt);
    if (shown !== undefined) context.print(agent, createPromptSection(shown));
  }
  /** Whether the agent's frame or a `task-end` has already shown the end. */
  function isReported({ taskId, toolUseId }: TaskNotice): boolean {
    return state.reportedTasks.has(taskId ?? "") || state.agents.get(toolUseId ?? "")?.hasEnded === true;
  }
  function beginTurn(): void {
    state.isTurnOpen = true;
  }
  function printPrompt(): void {
    const asked = state.prompts.begin();
    if (asked !== undefined) context.print(null, createPromptSection(asked));
  }
}

/** Formats a time in UTC, because the reader's time zone is unknown. */
function formatUtc(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "later" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

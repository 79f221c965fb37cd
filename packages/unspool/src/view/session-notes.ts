// What is told about the session itself: who answers, what was asked, retries, limits, compaction, hooks, and lines that
// are not understood.

import type { JsonObject } from "@unspool/protocol";
import { span } from "../terminal/style.ts";
import { cliWords, taskNotices, type TaskNotice } from "./cli-words.ts";
import { flow } from "./flow.ts";
import { count, counted, duration } from "./figures.ts";
import { FAILURE, NOTE, noteSection, promptSection, RETRY, WARNING } from "./notes.ts";
import { typedCommand } from "./prompts.ts";
import { capped, marked } from "./section.ts";
import { sayAfterSpeech } from "./speech.ts";
import type { Handlers, ViewContext } from "./state.ts";
import { clean, oneLine } from "./text.ts";
import { asObject } from "./tool-call.ts";
import { wrap } from "./wrap.ts";

const MAX_OUTPUT_LINES = 6;
const MAX_TOLD_SERVERS = 1000;
const SERVER_WORDS: Readonly<Record<string, string>> = {
  failed: "could not be started: its tools are missing",
  "needs-auth": "needs a login: its tools are missing until /mcp in claude has given it one",
};

export function sessionHandlers(context: ViewContext): Handlers {
  const { state, options } = context;
  const say = (agent: string | null, sign: typeof NOTE, words: string): void =>
    context.say(agent, noteSection(sign, words));
  const output = (agent: string | null, text: string): void => {
    const words = clean(cliWords(text).slice(0, 20_000)).trim();
    if (words === "") return;
    sayAfterSpeech(context, agent, {
      kind: "note",
      lines: (width) => marked([NOTE], capped(wrap([span(words, "dim")], Math.max(8, width - 2)), MAX_OUTPUT_LINES)),
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
        const facts = [oneLine(model ?? "unknown model"), program && oneLine(program), counted(tools.length, "tool")];
        context.say(null, { kind: "note", lines: (width) => marked([NOTE], flow(facts, width - 2, "dim")) });
      }
      for (const { name, status } of event.mcpServers ?? []) tellServer(name, status);
      tellPrompt();
    },
    "session-status": ({ status }) => {
      state.busyWith = status ?? undefined;
      if (status === "requesting") state.retry = undefined;
    },
    "message-start": ({ agent }) => {
      state.hasStarted = true;
      beginTurn();
      if (agent === null) tellPrompt();
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
      const asked = origin === "human" || origin === "replay" ? text : typedCommand(text);
      if (asked !== undefined) {
        beginTurn();
        const shown = agent === null ? state.prompts.repeat(asked) : asked;
        if (shown !== undefined && shown.trim() !== "") context.say(agent, promptSection(shown));
      } else if (origin === "synthetic" || origin === "command-output") {
        const notices = taskNotices(text);
        for (const notice of notices) if (!isShown(notice)) say(agent, notice.isFailed ? WARNING : NOTE, notice.text);
        if (notices.length === 0) output(agent, text);
      }
    },
    "content-block": ({ agent, content }) => {
      const name = content.type === "redacted_thinking" ? "thinking, redacted" : content.type.replaceAll("_", " ");
      if (content.type !== "redacted_thinking" || options.thinking !== "none") say(agent, NOTE, `[${name}]`);
    },
    "message-retracted": ({ agent }) => say(agent, WARNING, "the answer above no longer counts"),
    retry: (event) => {
      const { agent, attempt, maxRetries, delayMs, status, error } = event;
      beginTurn();
      tellPrompt();
      state.retry = { event, atMs: context.nowMs(event) };
      const why = [status === null ? "" : String(status), error ?? ""].filter(Boolean).join(" ");
      const when = delayMs === undefined ? "" : ` in ${duration(delayMs)}`;
      const limit = maxRetries === undefined ? "" : ` of ${maxRetries}`;
      say(agent, RETRY, `The API failed${why === "" ? "" : ` (${why})`}, trying again${when} (${attempt}${limit})`);
    },
    "rate-limit": ({ status, window, utilization, resetsAt }) => {
      if (status === "allowed") return;
      const used = utilization === undefined ? undefined : `${Math.round(utilization * 100)} % used`;
      const reset = resetsAt === undefined ? undefined : `resets ${dateOf(resetsAt)}`;
      const verdict = status === "allowed_warning" ? "nearly reached" : status.replaceAll("_", " ");
      const name = window === undefined ? "Rate limit" : `Rate limit (${window.replaceAll("_", " ")})`;
      const facts = [oneLine(`${name} ${verdict}`), used, reset];
      const sign = status === "rejected" ? FAILURE : WARNING;
      context.say(null, { kind: "note", lines: (width) => marked([sign], flow(facts, width - 2, "dim")) });
    },
    compaction: ({ preTokens, postTokens }) => {
      const figures = [preTokens, postTokens].filter((figure) => figure !== undefined).map(count);
      say(null, NOTE, `Context compacted${figures.length === 0 ? "" : `: ${figures.join(" → ")} tokens`}`);
    },
    "hook-end": ({ agent, name, event, outcome, output: words, exitCode }) => {
      const isFine = (outcome === undefined || outcome === "success") && (exitCode ?? 0) === 0;
      if (isFine) return;
      say(
        agent,
        WARNING,
        `Hook ${name ?? event ?? ""} ${outcome ?? `ended with ${exitCode}`}${words ? `: ${words}` : ""}`,
      );
    },
    notice: ({ agent, subtype, data: { content, level, attachment } }) => {
      // What waits in the queue of a transcript comes again when it is said, and as an attachment in the middle of a turn.
      if (subtype === "queue-operation") return;
      if (subtype === "attachment") return sayQueued(agent, asObject(attachment));
      if (typeof content !== "string" || content.trim() === "") return;
      // The end of the turn may say the same again.
      state.lastText = content;
      say(agent, subtype === "model_fallback" || level === "warning" || level === "error" ? WARNING : NOTE, content);
    },
    unknown: () => {
      state.unknownLines += 1;
    },
    malformed: ({ line, reason, detail, text }) => {
      const words = oneLine(`line ${line}: ${reason.replaceAll("-", " ")} (${detail}) ${text}`, 400);
      say(null, WARNING, words);
    },
  };

  /** A server whose tools are missing: told once, and again when that has changed. */
  function tellServer(name: string, status: string): void {
    const words = SERVER_WORDS[status];
    const key = `${name} ${status}`;
    if (words === undefined || state.toldServers.has(key)) return;
    if (state.toldServers.size >= MAX_TOLD_SERVERS) state.toldServers.clear();
    state.toldServers.add(key);
    say(null, WARNING, `MCP server ${name} ${words}`);
  }
  /** A prompt that the person typed while a turn was under way. */
  function sayQueued(agent: string | null, attachment: JsonObject | undefined): void {
    const { type, prompt, commandMode } = attachment ?? {};
    if (type !== "queued_command" || commandMode !== "prompt" || typeof prompt !== "string") return;
    const shown = state.prompts.repeat(prompt);
    if (shown !== undefined) context.say(agent, promptSection(shown));
  }
  /** Its agent's frame or its `task-end` has told of the end already. */
  function isShown({ taskId, toolUseId }: TaskNotice): boolean {
    return state.toldTasks.has(taskId ?? "") || state.lanes.get(toolUseId ?? "")?.hasEnded === true;
  }
  function beginTurn(): void {
    state.isTurnOpen = true;
  }
  function tellPrompt(): void {
    const asked = state.prompts.begin();
    if (asked !== undefined) context.say(null, promptSection(asked));
  }
}

/** In UTC, as long as nobody knows where the reader is. */
function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "later" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

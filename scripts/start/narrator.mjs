// What each event says on the page. Events without an entry say nothing.
import { createBlocks } from "./blocks.mjs";
import { shorten } from "./columns.mjs";
import { count, counted, duration, money } from "./figures.mjs";
import { createLanes } from "./lanes.mjs";
import { MARKS } from "./marks.mjs";
import { kindIn } from "./page.mjs";
import { sanitize } from "./sanitize.mjs";
import { createTokenLedger } from "./token-ledger.mjs";
import { inputSummary, joined, oneLine, toolName } from "./tool-call.mjs";
import { resultLines } from "./tool-result.mjs";

const OUTCOMES = { success: "done", error: "failed", interrupted: "interrupted" };
// Enough for a sentence of the CLI; a whole file in an error message is too much.
const MAX_NOTE_COLUMNS = 300;

/** Writes events on a page. */
export function createNarrator(page) {
  const lanes = createLanes();
  const tokens = createTokenLedger();
  const calls = new Map();
  let folder;
  let shownModel;
  let lastText = "";
  let unknownLines = 0;
  const blocks = createBlocks(page, lanes, {
    folder: () => folder,
    onCall: ({ toolUseId, name, agent }, summary) => calls.set(toolUseId, { name, agent, summary }),
  });

  const note = (mark, words, lane) => {
    const text = page.openText(kindIn(lane, "note"), lane, mark, "dim", false);
    text.push(shorten(oneLine(words), MAX_NOTE_COLUMNS));
    text.end();
  };
  const underCall = (lane, mark, line) => {
    const indent = lane === undefined ? [{ text: "  " }] : [];
    page.line(kindIn(lane, "result"), lane, undefined, [...indent, { ...mark, text: `${mark.text} ` }, line]);
  };

  const showResult = (event) => {
    const lane = lanes.of(event.agent);
    const call = calls.get(event.toolUseId);
    calls.delete(event.toolUseId);
    const lines = resultLines(event, call?.name, lane === undefined ? 4 : 2);
    const others = [...calls.values()].filter((other) => other.agent === event.agent);
    // The answer to the one call needs no name; one of several does.
    if (call !== undefined && (call.isOneOfSeveral === true || others.length > 0)) {
      for (const other of others) other.isOneOfSeveral = true;
      lines[0] = { ...lines[0], text: `${joined([toolName(call.name), call.summary])}: ${lines[0].text}` };
    }
    const mark = event.isError ? MARKS.bad : MARKS.result;
    for (const [index, line] of lines.entries()) underCall(lane, index === 0 ? mark : MARKS.text, line);
  };

  const endAgent = (lane, status, usage, summary) => {
    if (lane.hasEnded) return;
    lane.hasEnded = true;
    // Its words have been seen in its lane, unless the CLI kept them back.
    if (!lane.hasSpoken && summary !== undefined) {
      const text = page.openText("lane", lane, MARKS.text);
      text.push(sanitize(summary).split("\n").slice(0, 6).join("\n"));
      text.end();
    }
    const figures =
      usage === undefined
        ? []
        : [counted(usage.toolUses, "tool call"), `${count(usage.totalTokens)} tokens`, duration(usage.durationMs)];
    const mark = status === "completed" ? MARKS.good : MARKS.bad;
    page.items("lane", { gutter: lane.endGutter, style: lane.style }, mark, [oneLine(status), ...figures], "dim");
  };

  const handlers = {
    ...blocks.handlers,
    "text-end": (event) => {
      lastText = event.text;
      blocks.handlers["text-end"](event);
    },
    "session-init": ({ cwd, model, version, tools }) => {
      folder = cwd ?? folder;
      if (model === shownModel) return;
      shownModel = model;
      const program = version === undefined ? [] : [`Claude Code ${version}`];
      const items = [model ?? "unknown model", ...program, counted(tools.length, "tool")];
      page.items("note", undefined, MARKS.note, items.map(oneLine), "dim");
    },
    "user-message": ({ agent, origin, text }) => {
      const lane = lanes.of(agent);
      if (origin === "human" || origin === "replay") {
        const prompt = page.openText(kindIn(lane, "prompt"), lane, MARKS.prompt, "strong");
        prompt.push(text);
        prompt.end();
      } else if (origin === "synthetic") note(MARKS.note, text, lane);
      else if (origin === "command-output") {
        const output = text.replaceAll(/<\/?local-command-std(?:out|err)>/g, "");
        for (const line of resultLines({ text: output }, undefined, 8)) note(MARKS.note, line.text, lane);
      }
    },
    "tool-result": (event) => {
      const started = lanes.startedBy(event.toolUseId);
      if (started === undefined) showResult(event);
      else {
        calls.delete(event.toolUseId);
        const isLaunched = event.structured?.status === "async_launched";
        if (isLaunched) note(MARKS.note, "works in the background", started);
        else endAgent(started, event.isError ? "failed" : "completed", undefined, event.text);
      }
    },
    "task-end": ({ taskId, toolUseId, status, usage, summary, description }) => {
      const started = lanes.startedBy(toolUseId);
      if (started !== undefined) endAgent(started, status, usage, summary);
      else note(MARKS.note, `background task ${status}: ${description ?? summary ?? taskId}`);
    },
    "content-block": ({ agent, content }) => note(MARKS.note, `[${content.type}]`, lanes.of(agent)),
    "message-retracted": ({ agent }) => note(MARKS.warn, "the answer above no longer counts", lanes.of(agent)),
    "permission-request": ({ agent, toolName: name, input }) => {
      const what = joined([toolName(name), inputSummary(input, name, folder)]);
      underCall(lanes.of(agent), MARKS.warn, { text: `may it run? ${what}`, style: "dim" });
    },
    "permission-denied": ({ agent, reason }) => {
      const why = reason === undefined ? "" : `: ${reason}`;
      underCall(lanes.of(agent), MARKS.bad, { text: oneLine(`not allowed${why}`), style: "dim" });
    },
    retry: ({ agent, attempt, maxRetries, delayMs, status, error }) => {
      const why = joined([String(status ?? ""), error ?? ""]);
      const when = delayMs === undefined ? "" : ` in ${duration(delayMs)}`;
      const limit = maxRetries === undefined ? "" : ` of ${maxRetries}`;
      note(MARKS.retry, `the API failed (${why}), trying again${when} (${attempt}${limit})`, lanes.of(agent));
    },
    "rate-limit": ({ status, window, utilization }) => {
      if (status === "allowed") return;
      const used = utilization === undefined ? "" : `, ${Math.round(utilization * 100)} % used`;
      note(MARKS.warn, `rate limit${window === undefined ? "" : ` ${window}`}: ${status}${used}`.replaceAll("_", " "));
    },
    compaction: ({ preTokens, postTokens }) => {
      const figures = [preTokens, postTokens].filter((figure) => figure !== undefined).map(count);
      note(MARKS.note, `context compacted${figures.length === 0 ? "" : `: ${figures.join(" → ")} tokens`}`);
    },
    "turn-end": (event) => {
      const words = event.errors.length > 0 ? event.errors : [event.text];
      if (event.outcome === "error") {
        for (const text of words) if (text !== "" && text !== lastText) note(MARKS.bad, text);
      }
      if (event.structuredOutput !== undefined) note(MARKS.note, `data: ${JSON.stringify(event.structuredOutput)}`);
      const used = tokens.turn(event);
      page.items("end", undefined, event.outcome === "success" ? MARKS.good : MARKS.bad, [
        OUTCOMES[event.outcome],
        money(event.costUsd),
        `${count(used.in)} tokens in, ${count(used.out)} out`,
        ...(event.durationMs === undefined ? [] : [duration(event.durationMs)]),
        ...(event.sessionId === undefined ? [] : [`session ${oneLine(event.sessionId)}`]),
      ]);
    },
    unknown: () => {
      unknownLines += 1;
    },
    malformed: ({ line, reason, detail, text }) =>
      page.line("note", undefined, MARKS.warn, [
        { text: `line ${line}: `, style: "warn" },
        { text: oneLine(`${reason.replaceAll("-", " ")} (${detail}) ${text}`), style: "dim" },
      ]),
  };

  return {
    tell(event) {
      handlers[event.type]?.(event);
    },
    mustWait: (event) => blocks.isOpenForOther(event),
    closeBlock: () => blocks.close(),
    /** What can only be said at the end. */
    tellCounts() {
      if (unknownLines > 0) note(MARKS.note, `${counted(unknownLines, "line")} of a kind this version does not know`);
    },
  };
}

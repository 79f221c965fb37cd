// Checks one run of the CLI: decodes every line, and checks the line itself.

import { createDecoder, parse, type Event, type JsonObject } from "@unspool/protocol";
import { toText } from "../output/json-line.ts";
import { createCallCheck } from "./call-check.ts";
import { createFieldCheck } from "./field-check.ts";
import { createFinding, type OnFinding } from "./finding.ts";
import { createPartialCheck } from "./partial-check.ts";

/** 1.0.95 and its neighbours hide the cursor before the line after `/compact`. The decoder skips the sequence, too. */
// oxlint-disable-next-line no-control-regex -- an escape sequence starts with a control character
const SEQUENCES = /^(?:\u001B\[[\d;?]*[A-Za-z])+(?=\{)/;

export interface StreamCounts {
  lines: number;
  events: number;
  turns: number;
  calls: number;
}

export interface StreamCheck {
  /** Adds a line with its LF, if it has one. */
  onLine(bytes: Buffer, line: number): void;
  end(): void;
}

export function createStreamCheck(onFinding: OnFinding, counts: StreamCounts): StreamCheck {
  const partials = createPartialCheck(onFinding);
  const calls = createCallCheck(onFinding);
  const checkFields = createFieldCheck(onFinding);
  let current = 0;
  let isTranscript = false;
  let hasInit = false;
  let isQwenCode = false;
  let hasReportedMissingInit = false;
  let turnSince: number | undefined;
  let lastResult: unknown;
  /** Number of turns that `init` started and no result has ended: 2.1.325 may hold back several results. */
  let openTurns = 0;
  const decoder = createDecoder({
    onEvent(event) {
      counts.events += 1;
      checkEvent(event);
    },
  });

  function checkEvent(event: Event): void {
    if (event.type === "malformed") {
      onFinding(createFinding("malformed", current, `${event.reason}: ${event.detail}`));
    } else if (event.type === "unknown") {
      const name = event.wireSubtype === undefined ? event.wireType : `${event.wireType}/${event.wireSubtype}`;
      onFinding(createFinding("unknown-type", current, `the message ${name} is unknown`));
    } else if (event.type === "turn-end") {
      counts.turns += 1;
      // 2.0.76 reports an interruption a second time, without a turn.
      if (turnSince === undefined && openTurns <= 0 && event.outcome === "success") reportResult();
      turnSince = undefined;
      openTurns = Math.max(0, openTurns - 1);
      if (event.outcome !== "success") partials.abort();
    } else if (event.type === "retry") {
      partials.abort();
    } else if (event.type === "tool-call-start" && event.restart !== true) {
      counts.calls += 1;
    }
    calls.onEvent(event, current);
  }

  function reportResult(): void {
    onFinding(createFinding("result-without-turn", current, "a result without a turn that it could end"));
  }

  /** Checks the messages of a turn; a notice may come at any time. */
  function checkMessage(message: JsonObject, type: string): void {
    if (type === "system" && message["subtype"] === "init") {
      hasInit = true;
      isQwenCode = message["qwen_code_version"] !== undefined;
      openTurns += 1;
      turnSince ??= current;
    }
    if (type === "result") {
      // The decoder skips a repeated result.
      if (turnSince === undefined && message["uuid"] !== undefined && message["uuid"] === lastResult) reportResult();
      lastResult = message["uuid"];
    }
    if (!["assistant", "stream_event", "user"].includes(type)) return;
    if (!hasInit && !hasReportedMissingInit && type !== "user") {
      hasReportedMissingInit = true;
      onFinding(
        createFinding("no-init", current, `${type} before the first system/init: the start of the stream is missing`),
      );
    }
    turnSince ??= current;
    // Qwen Code writes no start and no end of the messages of sub-agents.
    const isOfAgent = typeof message["parent_tool_use_id"] === "string";
    if (type === "stream_event" && !(isQwenCode && isOfAgent)) partials.onMessage(message, current);
  }

  return {
    onLine(bytes, line) {
      current = line;
      counts.lines += 1;
      const parsed = parse(bytes.toString("utf8").trim().replace(SEQUENCES, ""));
      if (parsed.kind === "transcript") isTranscript = true;
      if (parsed.kind === "known" && !isTranscript) {
        const message = parsed.message as unknown as JsonObject;
        checkFields(message, line);
        checkMessage(message, toText(message["type"]));
      }
      decoder.push(bytes);
    },
    end() {
      decoder.end();
      if (isTranscript) return;
      partials.end();
      calls.end();
      if (turnSince !== undefined) {
        onFinding(createFinding("no-result", current, `the turn that started in line ${turnSince} has no result line`));
      }
    },
  };
}

// One start of the CLI, from its first line to its last: every line is decoded, and looked at beside.

import { createDecoder, parse, type Event, type JsonObject } from "@unspool/protocol";
import { textOf } from "../output/text-of.ts";
import { createCallCheck } from "./calls.ts";
import { createFieldCheck } from "./fields.ts";
import { finding, type OnFinding } from "./finding.ts";
import { createPartialCheck } from "./partials.ts";

/** 1.0.95 and its neighbours hide the cursor before the line that follows `/compact`; the decoder reads past it too. */
// oxlint-disable-next-line no-control-regex -- an escape sequence begins with a control character
const SEQUENCES = /^(?:\u001B\[[\d;?]*[A-Za-z])+(?=\{)/;

export interface StreamCounts {
  lines: number;
  events: number;
  turns: number;
  calls: number;
}

export interface StreamCheck {
  /** A line with its LF, if it has one. */
  take(bytes: Buffer, line: number): void;
  end(): void;
}

export function createStreamCheck(onFinding: OnFinding, counts: StreamCounts): StreamCheck {
  const partials = createPartialCheck(onFinding);
  const calls = createCallCheck(onFinding);
  const checkFields = createFieldCheck(onFinding);
  let place = 0;
  let isTranscript = false;
  let hasInit = false;
  let isQwenCode = false;
  let isMissingInitTold = false;
  let turnSince: number | undefined;
  let lastResult: unknown;
  /** Told by `init`, and not ended yet: 2.1.325 may hold back the results of several. */
  let begun = 0;
  const decoder = createDecoder({
    onEvent(event) {
      counts.events += 1;
      takeEvent(event);
    },
  });

  function takeEvent(event: Event): void {
    if (event.type === "malformed") {
      onFinding(finding("malformed", place, `${event.reason}: ${event.detail}`));
    } else if (event.type === "unknown") {
      const name = event.wireSubtype === undefined ? event.wireType : `${event.wireType}/${event.wireSubtype}`;
      onFinding(finding("unknown-type", place, `${name} is a message that is not known`));
    } else if (event.type === "turn-end") {
      counts.turns += 1;
      // 2.0.76 says once more that it was interrupted, of nothing.
      if (turnSince === undefined && begun <= 0 && event.outcome === "success") reportResult();
      turnSince = undefined;
      begun = Math.max(0, begun - 1);
      if (event.outcome !== "success") partials.excuse();
    } else if (event.type === "retry") {
      partials.excuse();
    } else if (event.type === "tool-call-start" && event.restart !== true) {
      counts.calls += 1;
    }
    calls.take(event, place);
  }

  function reportResult(): void {
    onFinding(finding("result-without-turn", place, "a result, and nothing before it that it could end"));
  }

  /** Only what a turn says; a notice may come at any time. */
  function takeWire(message: JsonObject, type: string): void {
    if (type === "system" && message["subtype"] === "init") {
      hasInit = true;
      isQwenCode = message["qwen_code_version"] !== undefined;
      begun += 1;
      turnSince ??= place;
    }
    if (type === "result") {
      // The decoder passes over a result that comes again.
      if (turnSince === undefined && message["uuid"] !== undefined && message["uuid"] === lastResult) reportResult();
      lastResult = message["uuid"];
    }
    if (!["assistant", "stream_event", "user"].includes(type)) return;
    if (!hasInit && !isMissingInitTold && type !== "user") {
      isMissingInitTold = true;
      onFinding(finding("no-init", place, `${type} before the first system/init: the beginning is missing`));
    }
    turnSince ??= place;
    // Qwen Code gives the messages of sub-agents no beginning and no end.
    const isOfAgent = typeof message["parent_tool_use_id"] === "string";
    if (type === "stream_event" && !(isQwenCode && isOfAgent)) partials.take(message, place);
  }

  return {
    take(bytes, line) {
      place = line;
      counts.lines += 1;
      const parsed = parse(bytes.toString("utf8").trim().replace(SEQUENCES, ""));
      if (parsed.kind === "transcript") isTranscript = true;
      if (parsed.kind === "known" && !isTranscript) {
        const message = parsed.message as unknown as JsonObject;
        checkFields(message, line);
        takeWire(message, textOf(message["type"]));
      }
      decoder.push(bytes);
    },
    end() {
      decoder.end();
      if (isTranscript) return;
      partials.end();
      calls.end();
      if (turnSince !== undefined) {
        onFinding(finding("no-result", place, `the turn that began in line ${turnSince} has no result line`));
      }
    },
  };
}

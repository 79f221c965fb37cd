// One start of the CLI, from its first line to its last: every line is decoded, and looked at beside.

import { createDecoder, parse, type Event, type JsonObject } from "@unspool/protocol";
import { textOf } from "../output/text-of.ts";
import { createCallCheck } from "./calls.ts";
import { createFieldCheck } from "./fields.ts";
import { finding, type OnFinding } from "./finding.ts";
import { createPartialCheck } from "./partials.ts";

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
  let isMissingInitTold = false;
  let turnSince: number | undefined;
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
      if (turnSince === undefined && begun <= 0 && event.outcome === "success") {
        onFinding(finding("result-without-turn", place, "a result, and nothing before it that it could end"));
      }
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

  /** Only what a turn says; a notice may come at any time. */
  function takeWire(message: JsonObject, type: string): void {
    if (type === "system" && message["subtype"] === "init") {
      hasInit = true;
      begun += 1;
      turnSince ??= place;
    }
    if (!["assistant", "stream_event", "user"].includes(type)) return;
    if (!hasInit && !isMissingInitTold && type !== "user") {
      isMissingInitTold = true;
      onFinding(finding("no-init", place, `${type} before the first system/init: the beginning is missing`));
    }
    turnSince ??= place;
    if (type === "stream_event") partials.take(message, place);
  }

  return {
    take(bytes, line) {
      place = line;
      counts.lines += 1;
      const parsed = parse(bytes.toString("utf8").trim());
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

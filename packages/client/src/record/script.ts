// What a replay does, step by step: lines to play, and what to wait for from the host before going on.

import type { JsonObject } from "@unspool/protocol";
import { parseObject } from "../json.ts";
import { readHostLine } from "./host-line.ts";
import { promptText } from "./prompt-text.ts";
import { scriptOfStdout } from "./stdout-script.ts";
import type { RecordedExit, RecordedRun, Recording } from "./types.ts";

export type Step = StepKind & { readonly timeMs?: number | undefined };

type StepKind =
  | { readonly type: "out"; readonly text: string; readonly isCut?: boolean | undefined }
  | { readonly type: "err"; readonly text: string }
  /** The CLI's answer to a request of the host; `requestId` as recorded. */
  | { readonly type: "host-answer"; readonly text: string; readonly requestId: string }
  /** A prompt. Without `prompt` any will do. `uuid` as recorded. */
  | { readonly type: "await-prompt"; readonly prompt?: string | undefined; readonly uuid?: string | undefined }
  /** A request of the host. */
  | { readonly type: "await-request"; readonly subtype: string; readonly requestId: string }
  /** The host's answer to a request of the CLI. Without `response` any will do. */
  | { readonly type: "await-answer"; readonly requestId: string; readonly response?: JsonObject | undefined }
  | { readonly type: "await-input-end" }
  /** The first words of the host, whatever they are. */
  | { readonly type: "await-anything" }
  | { readonly type: "exit"; readonly exit: RecordedExit };

/** One list of steps per start of the program. */
export function scriptsOf(recording: Recording): readonly (readonly Step[])[] {
  return recording.runs.map((run) => (recording.source === "stdout" ? scriptOfStdout(run) : scriptOfRun(run)));
}

function scriptOfRun({ lines }: RecordedRun): readonly Step[] {
  const requestIds = new Set<string>();
  const withdrawn = new Set<string>();
  return lines.flatMap((line): readonly Step[] => {
    const { timeMs } = line;
    if (line.kind === "exit") return [{ type: "exit", exit: line.exit, timeMs }];
    if (line.kind === "input-end") return [{ type: "await-input-end", timeMs }];
    const { text } = line;
    if (line.kind === "err") return [{ type: "err", text, timeMs }];
    if (line.kind === "out") {
      const withdrawal = withdrawalOf(text);
      if (withdrawal !== undefined) withdrawn.add(withdrawal);
      const requestId = answeredRequest(text);
      if (requestId !== undefined && requestIds.has(requestId))
        return [{ type: "host-answer", text, requestId, timeMs }];
      return [{ type: "out", text, isCut: line.isCut, timeMs }];
    }
    const said = readHostLine(text);
    if (said.type === "prompt") {
      return [{ type: "await-prompt", prompt: promptText(said.content), uuid: said.uuid, timeMs }];
    }
    if (said.type === "request") {
      requestIds.add(said.requestId);
      return [{ type: "await-request", subtype: said.subtype, requestId: said.requestId, timeMs }];
    }
    // An answer that came after the request was withdrawn may not come at all the next time.
    if (said.type !== "answer" || withdrawn.has(said.requestId)) return [];
    return [{ type: "await-answer", requestId: said.requestId, response: said.response, timeMs }];
  });
}

/** The request that a line of stdout answers, if it is an answer. */
function answeredRequest(text: string): string | undefined {
  if (!text.includes('"control_response"')) return undefined;
  const said = readHostLine(text);
  return said.type === "answer" ? said.requestId : undefined;
}

function withdrawalOf(text: string): string | undefined {
  if (!text.includes('"control_cancel_request"')) return undefined;
  const object = parseObject(text);
  const id = object?.["request_id"];
  return object?.["type"] === "control_cancel_request" && typeof id === "string" ? id : undefined;
}

// The steps of a replay: lines to play, and lines of the host to wait for.

import type { JsonObject } from "@unspool/protocol";
import { parseObject } from "@unspool/protocol/kit";
import { readHostLine } from "./host-line.ts";
import { toPromptText } from "./prompt-text.ts";
import { toStdoutScript } from "./stdout-script.ts";
import type { RecordedExit, RecordedRun, Recording } from "./types.ts";

export type Step = StepKind & { readonly timeMs?: number | undefined };

type StepKind =
  | { readonly type: "out"; readonly text: string; readonly isCut?: boolean | undefined }
  | { readonly type: "err"; readonly text: string }
  /** Play the CLI's answer to a request of the host, with the recorded `requestId`. */
  | { readonly type: "host-answer"; readonly text: string; readonly requestId: string }
  /** Wait for a prompt: any one without `prompt`. `uuid` is the recorded one. */
  | { readonly type: "await-prompt"; readonly prompt?: string | undefined; readonly uuid?: string | undefined }
  /** Wait for a request of the host. */
  | { readonly type: "await-request"; readonly subtype: string; readonly requestId: string }
  /** Wait for the host's answer to a request of the CLI: any one without `response`. */
  | { readonly type: "await-answer"; readonly requestId: string; readonly response?: JsonObject | undefined }
  | { readonly type: "await-input-end" }
  /** Wait for the first line of the host. */
  | { readonly type: "await-anything" }
  | { readonly type: "exit"; readonly exit: RecordedExit };

/** One list of steps per start of the program. */
export function toScripts(recording: Recording): readonly (readonly Step[])[] {
  return recording.runs.map((run) => (recording.source === "stdout" ? toStdoutScript(run) : toScript(run)));
}

function toScript({ lines }: RecordedRun): readonly Step[] {
  const requestIds = new Set<string>();
  const withdrawn = new Set<string>();
  return lines.flatMap((line): readonly Step[] => {
    const { timeMs } = line;
    if (line.kind === "exit") return [{ type: "exit", exit: line.exit, timeMs }];
    if (line.kind === "input-end") return [{ type: "await-input-end", timeMs }];
    const { text } = line;
    if (line.kind === "err") return [{ type: "err", text, timeMs }];
    if (line.kind === "out") {
      const withdrawal = readWithdrawnId(text);
      if (withdrawal !== undefined) withdrawn.add(withdrawal);
      const requestId = readAnsweredId(text);
      if (requestId !== undefined && requestIds.has(requestId))
        return [{ type: "host-answer", text, requestId, timeMs }];
      return [{ type: "out", text, isCut: line.isCut, timeMs }];
    }
    const said = readHostLine(text);
    if (said.type === "prompt") {
      return [{ type: "await-prompt", prompt: toPromptText(said.content), uuid: said.uuid, timeMs }];
    }
    if (said.type === "request") {
      requestIds.add(said.requestId);
      return [{ type: "await-request", subtype: said.subtype, requestId: said.requestId, timeMs }];
    }
    // An answer after the request was cancelled may not be sent at all the next time.
    if (said.type !== "answer" || withdrawn.has(said.requestId)) return [];
    return [{ type: "await-answer", requestId: said.requestId, response: said.response, timeMs }];
  });
}

/** Returns the id of the request that a line of stdout answers, if it is an answer. */
function readAnsweredId(text: string): string | undefined {
  if (!text.includes('"control_response"')) return undefined;
  const said = readHostLine(text);
  return said.type === "answer" ? said.requestId : undefined;
}

function readWithdrawnId(text: string): string | undefined {
  if (!text.includes('"control_cancel_request"')) return undefined;
  const object = parseObject(text);
  const id = object?.["request_id"];
  return object?.["type"] === "control_cancel_request" && typeof id === "string" ? id : undefined;
}

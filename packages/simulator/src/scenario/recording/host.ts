// Derives the host script from the lines that were written to stdin.

import { asObject, parseObject } from "@unspool/protocol/kit";
import type { JsonObject } from "../../json.ts";
import type { HostAnswer, HostScript, HostStep } from "../host-types.ts";
import type { Recorded } from "./read.ts";

/** The times of input lines are not recorded, so a prompt waits for the result before it, and an interrupt for silence. */
export function toHostScript(stdin: Iterable<string>, recorded: Recorded): HostScript {
  const steps: HostStep[] = [];
  const answers: HostAnswer[] = [];
  let initialize: JsonObject | undefined;
  let results = recorded.turns.filter(({ end, isNotice }) => end !== undefined && !isNotice).length;
  for (const text of stdin) {
    const line = parseObject(text);
    const request = asObject(line?.["request"]);
    if (line?.["type"] === "user") {
      steps.push(toUserStep(line));
      if (results > 0) steps.push({ wait: "result" });
      results -= 1;
    } else if (request?.["subtype"] === "initialize") {
      const { subtype: _, ...fields } = request;
      initialize = fields;
    } else if (line?.["type"] === "control_request" && request !== undefined) {
      const step: HostStep = { control: request, ...toIdField(line["request_id"]) };
      if (request["subtype"] !== "interrupt" || steps.at(-1) === undefined) steps.push(step);
      else steps.splice(-1, 0, { wait: { type: "system", subtype: "init" } }, { quietMs: 300 }, step);
    } else if (line?.["type"] === "control_response") {
      const answer = toAnswer(asObject(line["response"]), recorded);
      if (answer !== undefined) answers.push(answer);
    }
  }
  const asks = answers.some((answer) => "permission" in answer);
  return {
    ...(asks ? { args: ["--permission-prompt-tool", "stdio"], permissionMode: "default" } : {}),
    ...(initialize === undefined ? {} : { initialize }),
    ...(answers.length === 0 ? {} : { answers }),
    steps: [...steps, { end: true }],
  };
}

function toUserStep(line: JsonObject): HostStep {
  const content = asObject(line["message"])?.["content"];
  const blocks = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  const [only] = blocks;
  const text = blocks.length === 1 && only?.["type"] === "text" ? only["text"] : content;
  const user = typeof text === "string" ? text : blocks;
  const { uuid, priority } = line;
  return {
    user: user.length === 0 ? "" : user,
    ...(typeof uuid === "string" ? { uuid } : {}),
    ...(typeof priority === "string" ? { priority } : {}),
  };
}

function toAnswer(response: JsonObject | undefined, recorded: Recorded): HostAnswer | undefined {
  const body = asObject(response?.["response"]) ?? {};
  const request = recorded.requests.get(toIdField(response?.["request_id"]).id ?? "");
  const { behavior, updatedInput, message, interrupt } = body;
  if (behavior === "allow" || behavior === "deny") {
    return {
      permission: behavior,
      ...(asObject(updatedInput) === undefined ? {} : { updatedInput: updatedInput as JsonObject }),
      ...(typeof message === "string" ? { message } : {}),
      ...(interrupt === true ? { interrupt } : {}),
    };
  }
  if (request?.["subtype"] === "mcp_message") {
    const method = asObject(request["message"])?.["method"];
    const result = asObject(asObject(body["mcp_response"])?.["result"]);
    return typeof method === "string" && result !== undefined ? { mcp: method, result } : undefined;
  }
  return request?.["subtype"] === "hook_callback" ? { hook: body } : undefined;
}

function toIdField(id: unknown): { readonly id?: string } {
  return typeof id === "string" ? { id } : {};
}

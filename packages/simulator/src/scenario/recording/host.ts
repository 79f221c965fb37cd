// The host's side of a recording, from what was written to stdin.

import type { Json, JsonObject } from "../../json.ts";
import type { HostAnswer, HostScript, HostStep } from "../host-types.ts";
import type { Recorded } from "./read.ts";

type Line = Readonly<Record<string, unknown>>;

/** The moment of a line is not recorded, so prompts wait for the result before them, and interrupts for silence. */
export function hostOf(stdin: Iterable<string>, recorded: Recorded): HostScript {
  const steps: HostStep[] = [];
  const answers: HostAnswer[] = [];
  let initialize: JsonObject | undefined;
  let results = recorded.turns.filter(({ end, isNotice }) => end !== undefined && !isNotice).length;
  for (const text of stdin) {
    const line = lineOf(text);
    const request = objectOf(line?.["request"]);
    if (line?.["type"] === "user") {
      steps.push(userStep(line));
      if (results > 0) steps.push({ wait: "result" });
      results -= 1;
    } else if (request?.["subtype"] === "initialize") {
      const { subtype: _, ...fields } = request;
      initialize = fields as JsonObject;
    } else if (line?.["type"] === "control_request" && request !== undefined) {
      const step: HostStep = { control: request as JsonObject, ...idOf(line["request_id"]) };
      if (request["subtype"] !== "interrupt" || steps.at(-1) === undefined) steps.push(step);
      else steps.splice(-1, 0, { wait: { type: "system", subtype: "init" } }, { quietMs: 300 }, step);
    } else if (line?.["type"] === "control_response") {
      const answer = answerOf(objectOf(line["response"]), recorded);
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

function userStep(line: Line): HostStep {
  const content = objectOf(line["message"])?.["content"];
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

function answerOf(response: Line | undefined, recorded: Recorded): HostAnswer | undefined {
  const body = objectOf(response?.["response"]) ?? {};
  const request = recorded.requests.get(String(response?.["request_id"]));
  const { behavior, updatedInput, message, interrupt } = body;
  if (behavior === "allow" || behavior === "deny") {
    return {
      permission: behavior,
      ...(objectOf(updatedInput) === undefined ? {} : { updatedInput: updatedInput as JsonObject }),
      ...(typeof message === "string" ? { message } : {}),
      ...(interrupt === true ? { interrupt } : {}),
    };
  }
  if (request?.["subtype"] === "mcp_message") {
    const method = objectOf(request["message"])?.["method"];
    const result = objectOf(objectOf(body["mcp_response"])?.["result"]);
    return typeof method === "string" && result !== undefined
      ? { mcp: method, result: result as JsonObject }
      : undefined;
  }
  return request?.["subtype"] === "hook_callback" ? { hook: body as JsonObject } : undefined;
}

function idOf(id: unknown): { readonly id?: string } {
  return typeof id === "string" ? { id } : {};
}

function lineOf(text: string): Line | undefined {
  try {
    return objectOf(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Line | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
}

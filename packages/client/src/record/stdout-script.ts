// Creates the steps of a replay from plain stdout. The host's lines are guessed: a prompt before each turn that the CLI did
// not start by itself, and an answer before the line after a request. Prompts that one turn took together are awaited together.

import type { JsonObject } from "@unspool/protocol";
import { asObject, parseObject } from "@unspool/protocol/kit";
import { toIdText } from "./host-line.ts";
import type { Step } from "./script.ts";
import type { RecordedRun } from "./types.ts";

interface Line {
  readonly text: string;
  readonly isCut: boolean | undefined;
  readonly message: JsonObject | undefined;
}

export function toStdoutScript(run: RecordedRun): readonly Step[] {
  const lines = run.lines.flatMap((line): readonly Line[] =>
    line.kind === "out" ? [{ text: line.text, isCut: line.isCut, message: parseObject(line.text) }] : [],
  );
  const asked = new Set(lines.flatMap(({ message }) => (isType(message, "control_request") ? [readId(message)] : [])));
  const withdrawn = new Set(
    lines.flatMap(({ message }) => (isType(message, "control_cancel_request") ? [readId(message)] : [])),
  );
  const prompts = placePrompts(lines);
  const steps: Step[] = [{ type: "await-anything" }];
  let owed: string[] = [];
  lines.forEach(({ text, isCut, message }, index) => {
    if (owed.length > 0 && !isBeside(message)) {
      steps.push(...owed.map((requestId): Step => ({ type: "await-answer", requestId })));
      owed = [];
    }
    steps.push(...(prompts.get(index) ?? []));
    const answered = isType(message, "control_response")
      ? toIdText(asObject(message?.["response"])?.["request_id"])
      : "";
    // An echo of the host's own answer names a request of the CLI.
    if (answered !== "" && !asked.has(answered)) steps.push({ type: "host-answer", text, requestId: answered });
    else steps.push({ type: "out", text, isCut });
    if (isType(message, "control_request") && !withdrawn.has(readId(message))) owed.push(readId(message));
  });
  return steps;
}

/** Lines that the CLI may write while it waits for an answer. */
function isBeside(message: JsonObject | undefined): boolean {
  return ["stream_event", "control_request", "system"].some((type) => isType(message, type));
}

/** Decides which prompts are awaited before which line. */
function placePrompts(lines: readonly Line[]): ReadonlyMap<number, readonly Step[]> {
  const found = new Map<number, readonly Step[]>();
  const known = new Set<string>();
  let start = 0;
  while (start < lines.length) {
    const result = lines.findIndex(({ message }, index) => index >= start && isType(message, "result"));
    const end = result === -1 ? lines.length - 1 : result;
    const segment = lines.slice(start, end + 1);
    const place = segment.findIndex(({ message }) => beginsTurn(message, known));
    if (place !== -1 && !isBegunByCli(segment, place)) {
      const uuids = collectPromptIds(segment).filter((uuid) => !known.has(uuid));
      for (const uuid of uuids) known.add(uuid);
      const steps = uuids.map((uuid): Step => ({ type: "await-prompt", uuid }));
      found.set(start + place, steps.length === 0 ? [{ type: "await-prompt" }] : steps);
    }
    start = end + 1;
  }
  return found;
}

function beginsTurn(message: JsonObject | undefined, known: ReadonlySet<string>): boolean {
  if (message === undefined || typeof message["parent_tool_use_id"] === "string") return false;
  const type = message["type"];
  if (type === "command_lifecycle") {
    return message["state"] !== "completed" && !known.has(toIdText(message["command_uuid"]));
  }
  if (type === "system") return message["subtype"] === "init";
  return type === "stream_event" || type === "assistant" || type === "user" || type === "result";
}

/** Whether the turn was started by the end of a background task, without a prompt. */
function isBegunByCli(segment: readonly Line[], place: number): boolean {
  const origin = asObject(segment.at(-1)?.message?.["origin"]);
  if (origin?.["kind"] === "task-notification") return true;
  const isNamed = collectPromptIds(segment).length > 0;
  return !isNamed && segment.slice(0, place).some(({ message }) => message?.["subtype"] === "task_notification");
}

/** Returns the uuids of the prompts that a turn took, in order. */
function collectPromptIds(segment: readonly Line[]): readonly string[] {
  const ids = new Set<string>();
  for (const { message } of segment) {
    const taken = message?.["user_message_uuids"];
    if (Array.isArray(taken)) for (const id of taken) if (typeof id === "string") ids.add(id);
    if (isType(message, "command_lifecycle") && message?.["state"] === "started")
      ids.add(toIdText(message["command_uuid"]));
    if (isType(message, "user") && message?.["isReplay"] === true) ids.add(toIdText(message["uuid"]));
  }
  return [...ids];
}

function isType(message: JsonObject | undefined, type: string): boolean {
  return message?.["type"] === type;
}

function readId(message: JsonObject | undefined): string {
  return toIdText(message?.["request_id"]);
}

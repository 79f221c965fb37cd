// Server-sent messages as text: the name is an event's type, the data its JSON, the id says which turn and which event.

import type { Event } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { deepJson } from "./deep-json.ts";
import { fieldsOf } from "./fields.ts";
import { TurnError } from "./turn-error.ts";
import type { TurnFields } from "./types.ts";

/** Sent when nothing else is. */
export const HEARTBEAT = ":\n\n";

/** The reader has another turn's id: what it has does not count, and everything follows from the beginning. */
export const RESET: string = sseMessage("reset", "{}");

/** @param id of the last event in it, where deltas were joined */
export function eventMessage(event: Event, id: string): string {
  return sseMessage(event.type, toJson(event), id);
}

/** The last one: `result` with the fields of the result, or `error` with code, message and the same fields. */
export function outcomeMessage(outcome: unknown, id: string): string {
  try {
    if (outcome instanceof ClaudeError) return sseMessage("error", toJson(errorData(outcome)), id);
    if (outcome instanceof Error) return sseMessage("error", toJson(UNTOLD), id);
    return sseMessage("result", toJson(fieldsOf(outcome as TurnFields)), id);
  } catch {
    return sseMessage("error", toJson(UNWRITABLE), id);
  }
}

function sseMessage(name: string, data: string, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}

/** What a message id says: which turn, and the number of the event, or that it was the last message. */
export interface MessageId {
  readonly tag: string;
  readonly number: number | "end";
}

export function messageId({ tag, number }: MessageId): string {
  return `${tag}-${number}`;
}

/** Returns nothing for what is no id of ours. */
export function parseMessageId(id: string | null | undefined): MessageId | undefined {
  const [, tag, number] = /^(\w{1,40})-(end|\d{1,15})$/.exec(id ?? "") ?? [];
  if (tag === undefined) return undefined;
  return { tag, number: number === "end" ? "end" : Number(number) };
}

/** Whoever listens at the other end may not be told what an error of the host's own code says. */
const UNTOLD = { code: "unknown", message: "The turn failed. The program that ran it knows why." };
const UNWRITABLE = {
  code: "invalid-data",
  message: "The result cannot be written as JSON. Give the schema plain data.",
};

/** No stack, no details: they may hold paths, the tail of stderr, a command line. */
function errorData(error: ClaudeError): object {
  const { code, message } = error;
  if (!(error instanceof TurnError)) return { code, message };
  const { status, apiErrorType, isTransient } = error;
  return { code, message, status, apiErrorType, isTransient, ...fieldsOf(error) };
}

/** JSON has no line breaks of its own; the two that it leaves alone end a line for some readers. */
function toJson(value: unknown): string {
  return jsonOf(value)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

/** The input of a tool may nest deeper than the engine writes: that is no reason to end the stream. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return deepJson(value);
    throw error;
  }
}

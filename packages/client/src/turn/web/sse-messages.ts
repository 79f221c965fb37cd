// Server-sent messages as text: the name is the type of the event, the data its JSON, the id names the turn and the event.

import type { Event } from "@unspool/protocol";
import { ClaudeError } from "../../errors.ts";
import { stringifyDeep } from "./deep-json.ts";
import { pickFields, TurnError } from "../turn-error.ts";
import type { TurnFields } from "../types.ts";

/** A comment that keeps the connection open. */
export const HEARTBEAT = ":\n\n";

/** Tells a reader with the id of another turn to drop what it has: everything follows from the beginning. */
export const RESET: string = formatSseMessage("reset", "{}");

/** Returns the message of an event. @param id that of the last event in it, if deltas were joined */
export function formatEventMessage(event: Event, id: string): string {
  return formatSseMessage(event.type, toJson(event), id);
}

/** Returns the last message: `result` with the fields of the result, or `error` with code, message and the same fields. */
export function formatOutcomeMessage(outcome: unknown, id: string): string {
  try {
    if (outcome instanceof ClaudeError) return formatSseMessage("error", toJson(toErrorData(outcome)), id);
    if (outcome instanceof Error) return formatSseMessage("error", toJson(HIDDEN_ERROR), id);
    return formatSseMessage("result", toJson(pickFields(outcome as TurnFields)), id);
  } catch {
    return formatSseMessage("error", toJson(UNWRITABLE), id);
  }
}

function formatSseMessage(name: string, data: string, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}

/** The parts of a message id: the turn, and the number of the event, or `end` for the last message. */
export interface MessageId {
  readonly tag: string;
  readonly number: number | "end";
}

export function formatMessageId({ tag, number }: MessageId): string {
  return `${tag}-${number}`;
}

/** Returns `undefined` for an id that is not ours. */
export function parseMessageId(id: string | null | undefined): MessageId | undefined {
  const [, tag, number] = /^(\w{1,40})-(end|\d{1,15})$/.exec(id ?? "") ?? [];
  if (tag === undefined) return undefined;
  return { tag, number: number === "end" ? "end" : Number(number) };
}

/** Sent instead of an error of the host's own code, whose message the client must not see. */
const HIDDEN_ERROR = { code: "unknown", message: "The turn failed. The program that ran it has the reason." };
const UNWRITABLE = {
  code: "invalid-data",
  message: "The result cannot be written as JSON. Give the schema plain data.",
};

/** Leaves out stack and details, which may hold paths, the tail of stderr or a command line. */
function toErrorData(error: ClaudeError): object {
  const { code, message } = error;
  if (!(error instanceof TurnError)) return { code, message };
  const { status, apiErrorType, isTransient } = error;
  return { code, message, status, apiErrorType, isTransient, ...pickFields(error) };
}

/** Escapes U+2028 and U+2029, the only line breaks that JSON leaves alone: some readers end a line there. */
function toJson(value: unknown): string {
  return stringify(value)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

/** Writes JSON. The input of a tool may nest deeper than `JSON.stringify` goes, which must not end the stream. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

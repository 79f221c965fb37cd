// Translates lines of a real CLI into documented forms that no measured CLI writes: assistant lines that repeat the blocks
// before them, a text that grows from line to line, lines without ids, a result that is encoded twice.

import type { Json, JsonObject } from "../../json.ts";

export type Dialect = "snapshots" | "growing" | "no-ids" | "double-encoded" | "documented-input";

type Translate = (line: JsonObject) => readonly JsonObject[];

/** Returns the translation of lines, or `undefined` if the dialects do not change any line. */
export function createDialects(dialects: readonly Dialect[]): Translate | undefined {
  const steps: Translate[] = [];
  const grows = dialects.includes("growing");
  if (grows || dialects.includes("snapshots")) steps.push(createSnapshots(grows));
  if (dialects.includes("double-encoded")) steps.push((line) => [encodeResultTwice(line)]);
  if (dialects.includes("no-ids")) steps.push((line) => [removeIds(line)]);
  if (steps.length === 0) return undefined;
  return (line) => steps.reduce<readonly JsonObject[]>((lines, step) => lines.flatMap(step), [line]);
}

function createSnapshots(grows: boolean): Translate {
  let id: Json | undefined;
  let blocks: readonly Json[] = [];
  return (line) => {
    const message = line["message"] as JsonObject | undefined;
    const content = message?.["content"];
    if (line["type"] !== "assistant" || message === undefined || !Array.isArray(content)) return [line];
    // Sub-agents and synthetic messages come as whole lines; only the main agent's messages come block by block.
    if (line["parent_tool_use_id"] !== null && line["parent_tool_use_id"] !== undefined) return [line];
    if (message["id"] !== id) blocks = [];
    id = message["id"];
    const before = blocks;
    blocks = [...blocks, ...(content as readonly Json[])];
    const whole = { ...line, message: { ...message, content: blocks } };
    const half = grows ? halve(content[content.length - 1] as Json) : undefined;
    return half === undefined ? [whole] : [{ ...line, message: { ...message, content: [...before, half] } }, whole];
  };
}

/** Returns a text block with the first half of its text, cut between two characters. */
function halve(block: Json): JsonObject | undefined {
  const fields = block as JsonObject;
  const text = fields["text"];
  if (fields["type"] !== "text" || typeof text !== "string") return undefined;
  const points = Array.from(text);
  return points.length < 2 ? undefined : { ...fields, text: points.slice(0, points.length >> 1).join("") };
}

function encodeResultTwice(line: JsonObject): JsonObject {
  const { result } = line;
  return line["type"] === "result" && typeof result === "string" ? { ...line, result: JSON.stringify(result) } : line;
}

function removeIds(line: JsonObject): JsonObject {
  const { uuid: _uuid, api_message_id: _apiMessageId, request_id: requestId, ...rest } = line;
  const isControl = typeof line["type"] === "string" && line["type"].startsWith("control_");
  const kept: JsonObject = isControl && requestId !== undefined ? { ...rest, request_id: requestId } : rest;
  const message = kept["message"] as JsonObject | undefined;
  if (kept["type"] === "assistant" && message !== undefined) return { ...kept, message: removeId(message) };
  const event = kept["event"] as JsonObject | undefined;
  const started = event?.["message"] as JsonObject | undefined;
  if (event === undefined || started === undefined) return kept;
  return { ...kept, event: { ...event, message: removeId(started) } };
}

function removeId({ id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

// Finished assistant lines: find the message, tell old blocks from new, send what is missing.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString, asStrings, isObject } from "../wire/read.ts";
import { align, continues } from "./align.ts";
import { endBlock, findCall, finishBlock, reopenMessage, startBlock } from "./blocks.ts";
import type { Block, Lane, Message } from "./lane.ts";
import { endDelivered, endMessage, endOtherMessages, openMessage, retractLines, retractMessage } from "./messages.ts";
import type { Translation } from "./translation.ts";
import { highestUsage, readUsage } from "./usage.ts";

/** The CLI's own words (API errors, local commands), not a model's. */
const SYNTHETIC_MODEL = "<synthetic>";

export function translateAssistant(t: Translation, lane: Lane, wire: JsonObject): void {
  retractLines(t, asStrings(wire["supersedes"]));

  const body = asObject(wire["message"]);
  // Without a body there is nothing to say about any message.
  if (body === undefined) return;
  const contents = contentsOf(body["content"]);
  const id = asString(body["id"]);
  const model = asString(body["model"]);
  const known = findMessage(lane, id, contents, t.uuid);
  if (lane.isExplicit) {
    if (known === undefined && model !== SYNTHETIC_MODEL) retractBrokenStream(t, lane);
    endOtherMessages(t, lane, known);
  }
  const message = known ?? openMessage(t, lane, id, model);
  message.model ??= model;
  message.usage = highestUsage(message.usage, readUsage(body["usage"]));
  message.stopReason = asString(body["stop_reason"]) ?? message.stopReason;
  deliver(t, lane, message, contents, wire["aborted"] === true);
  if (t.uuid !== undefined) message.uuids.add(t.uuid);
}

/**
 * A whole message where the one before was still streaming: 2.1.74 and older make a broken request again without
 * streaming, under a new id, and send every block again.
 */
function retractBrokenStream(t: Translation, lane: Lane): void {
  for (const broken of lane.messages.filter((message) => message.isStreaming)) {
    endMessage(t, lane, broken);
    retractMessage(t, lane, broken);
  }
}

function findMessage(
  lane: Lane,
  id: string | undefined,
  contents: readonly JsonObject[],
  uuid: string | undefined,
): Message | undefined {
  if (id !== undefined) {
    return lane.messages.findLast((message) => message.wireId === id) ?? nameMessage(lane, id, contents, uuid);
  }
  return lane.messages.findLast((message) => !message.isClosed && continues(message, contents, uuid));
}

/** A message that streams without its beginning, since we came late or that line was lost, now learns its name. */
function nameMessage(
  lane: Lane,
  id: string,
  contents: readonly JsonObject[],
  uuid: string | undefined,
): Message | undefined {
  const message = lane.messages.findLast(({ isStreaming, wireId }) => isStreaming && wireId === undefined);
  if (message === undefined || !continues(message, contents, uuid)) return undefined;
  message.wireId = id;
  return message;
}

function deliver(
  t: Translation,
  lane: Lane,
  message: Message,
  contents: readonly JsonObject[],
  isAborted: boolean,
): void {
  const alignment = align(message, contents, t.uuid);
  let last: Block | undefined;
  for (const [place, content] of contents.entries()) {
    let block = alignment[place] ?? findCall(message, content);
    if (block === undefined) {
      reopenMessage(t, message);
      // Once for the line: looking at every block for each of them would be quadratic.
      if (last === undefined) endDelivered(t, lane, message);
      else endBlock(t, lane, message, last);
      block = startBlock(t, message, content, -1);
      last = block;
    }
    if (isAborted) block.isAborted = true;
    finishBlock(t, message, block, content);
  }
}

/** Content as a list of blocks; a plain string is one text block. What is no object cannot be a block. */
function contentsOf(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return isObject(content) ? [content] : asObjects(content);
}

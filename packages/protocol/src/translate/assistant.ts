// Translates finished assistant lines: finds the message, separates known blocks from new ones, and sends what is
// missing.

import type { Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString, asStrings, isObject } from "../wire/read.ts";
import type { ApiMessage } from "../wire/output/api-message.ts";
import type { AssistantMessage } from "../wire/output/assistant.ts";
import { align, continues } from "./align.ts";
import { endBlock, findCall, finishBlock, reopenMessage, startBlock } from "./blocks.ts";
import { streamingMessage, type Block, type Lane, type Message } from "./lane.ts";
import { endDelivered, endMessage, endOtherMessages, openMessage, retractLines, retractMessage } from "./messages.ts";
import { isForkCall, isRepeated, type Translation } from "./translation.ts";
import { highestUsage, isSameUsage, readUsage } from "./usage.ts";

/** The model name of texts that the CLI wrote itself (API errors, local commands). */
const SYNTHETIC_MODEL = "<synthetic>";

export function translateAssistant(t: Translation, lane: Lane, wire: Fields<AssistantMessage>): void {
  retractLines(t, asStrings(wire.supersedes));

  const body: Fields<ApiMessage> | undefined = asObject(wire.message);
  // A line without a body changes no message.
  if (body === undefined) return;
  const contents = toBlocks(body.content);
  // A fork begins with a copy of the message that started it. That message belongs to its parent.
  if (contents.some((block) => isForkCall(t, block["id"]))) return;
  const id = asString(body.id);
  const model = asString(body.model);
  const known = findMessage(lane, id, contents, t.uuid) ?? (t.isQwenCode ? findOpen(lane, contents) : undefined);
  // The message was forgotten because its turn is over, but its line is still remembered.
  if (isRepeated(t, id ?? "") && known === undefined) return;
  if (lane.isExplicit) {
    if (known === undefined && model !== SYNTHETIC_MODEL) retractBrokenStream(t, lane);
    endOtherMessages(t, lane, known);
  }
  const message = known ?? openMessage(t, lane, id, model);
  message.model ??= model;
  const { usage, stopReason } = message;
  message.usage = highestUsage(usage, readUsage(body.usage));
  message.stopReason = asString(body.stop_reason) ?? stopReason;
  const isLate = message.isEnded && (stopReason !== message.stopReason || !isSameUsage(usage, message.usage));
  deliver(t, lane, message, contents, wire.aborted === true);
  if (isLate) endAgain(t, lane, message);
  if (t.uuid !== undefined) message.uuids.add(t.uuid);
  // Qwen Code sends neither start nor stop for a sub-agent's messages (0.24.4): this line is the whole message.
  if (t.isQwenCode && lane.agent !== null) endMessage(t, lane, message, true);
}

/**
 * Sends a second end. Documents put the assistant line after message_stop, and only that line has the final figures.
 */
function endAgain(t: Translation, lane: Lane, message: Message): void {
  if (!message.isEnded) return;
  reopenMessage(t, message);
  endMessage(t, lane, message, true);
}

/**
 * Retracts messages that are still streaming when a whole message arrives: 2.1.74 and older repeat a broken request
 * without streaming, under a new id, and send every block again.
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

/** Gives the id to a message that streams without one, because we joined late or its first line was lost. */
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

/**
 * Finds the open message. Qwen Code gives each line of a streamed message its own id; only the first is the message's
 * (0.24.4).
 */
function findOpen(lane: Lane, contents: readonly JsonObject[]): Message | undefined {
  const ofCall = lane.messages.findLast((message) => contents.some((content) => findCall(message, content)));
  return ofCall ?? streamingMessage(lane, undefined);
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
      // Only once per line: checking every open block for each new block would be quadratic.
      if (last === undefined) endDelivered(t, lane, message);
      else endBlock(t, lane, message, last);
      block = startBlock(t, message, content, -1);
      last = block;
    }
    if (isAborted) block.isAborted = true;
    finishBlock(t, message, block, content);
  }
}

/**
 * Returns the content as a list of blocks. A plain string becomes one text block; values that are not objects are
 * dropped.
 */
function toBlocks(content: unknown): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return isObject(content) ? [content] : asObjects(content);
}

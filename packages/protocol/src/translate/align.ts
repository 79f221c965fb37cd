// Decides which blocks of a finished line are already known and which are new. Real CLIs send one line per block; the
// documented form repeats the whole array; some streams let the last text grow. A line is a snapshot only if it repeats
// every delivered block, in order. A tool use is identified by its id. Two lines with different uuids and equal content
// are two separate blocks.

import type { JsonObject } from "../wire/json.ts";
import { isEqualJson } from "../wire/equal.ts";
import { asString } from "../wire/read.ts";
import { findCall, getBlockKind, getBlockText } from "./blocks.ts";
import { MAX_SEARCHED, type Block, type Message } from "./lane.ts";

/** For each block of the line: the block it repeats, extends or completes; undefined if it is new or a known call. */
export type Alignment = readonly (Block | undefined)[];

/** Compares a finished line with the known blocks of its message. */
export function align(message: Message, contents: readonly JsonObject[], uuid: string | undefined): Alignment {
  // A call is identified by its id, so no search is needed.
  const call = contents.length === 1 ? findCall(message, contents[0] as JsonObject) : undefined;
  if (call !== undefined) return [call];
  const pending = searched(message);
  // In the one-line-per-block form no line has several blocks. A line with several is therefore checked as a snapshot
  // first, even if equal blocks are pending.
  const snapshot = contents.length > 1 ? repeats(message, pending, contents, uuid) : undefined;
  return (
    snapshot ??
    completes(pending, contents, isSame) ??
    repeats(message, pending, contents, uuid) ??
    resends(message, contents, uuid) ??
    completes(
      pending.filter((block) => !block.isStopped),
      contents,
      isSameKind,
    ) ??
    completes(pending, contents, isSameKind) ??
    contents.map(() => undefined)
  );
}

/** Whether a line without a message id continues this message. */
export function continues(message: Message, contents: readonly JsonObject[], uuid: string | undefined): boolean {
  const pending = searched(message);
  return (
    completes(pending, contents, isSame) !== undefined ||
    repeats(message, pending, contents, uuid) !== undefined ||
    resends(message, contents, uuid) !== undefined ||
    (message.isStreaming && completes(pending, contents, isSameKind) !== undefined)
  );
}

/**
 * Returns the oldest blocks that no line has delivered, at most `MAX_SEARCHED`: lines arrive in order, and the search
 * per line must be bounded. Removes delivered blocks from the list, so that each is skipped only once, in whatever
 * order their lines arrive.
 */
function searched(message: Message): readonly Block[] {
  const found: Block[] = [];
  let next = message.firstPending;
  let last: Block | undefined;
  while (next !== undefined && found.length < MAX_SEARCHED) {
    if (!next.isConfirmed) {
      if (last === undefined) message.firstPending = next;
      else last.nextPending = next;
      last = next;
      found.push(next);
    }
    next = next.nextPending;
  }
  if (last === undefined) message.firstPending = next;
  else last.nextPending = next;
  if (next === undefined) message.lastPending = last;
  return found;
}

type Matches = (block: Block, content: JsonObject) => boolean;

/** Matches each block of the line, in order, with a pending block that arrived in pieces. */
function completes(
  pending: readonly Block[],
  contents: readonly JsonObject[],
  matches: Matches,
): Alignment | undefined {
  if (contents.length === 0 || pending.length === 0) return undefined;
  const found: Block[] = [];
  let next = 0;
  for (const content of contents) {
    while (next < pending.length && !matches(pending[next] as Block, content)) next += 1;
    if (next === pending.length) return undefined;
    found.push(pending[next] as Block);
    next += 1;
  }
  return found;
}

/**
 * Matches a cumulative snapshot: all delivered blocks again, the last one possibly grown, possibly followed by new
 * ones.
 */
function repeats(
  message: Message,
  pending: readonly Block[],
  contents: readonly JsonObject[],
  uuid: string | undefined,
): Alignment | undefined {
  const { confirmed } = message;
  const last = confirmed.length - 1;
  if (last < 0 || contents.length <= last) return undefined;
  // Sorting is affordable here, because the line is at least as long as the list.
  confirmed.sort((left, right) => left.number - right.number);
  const isAnotherLine = uuid !== undefined && message.uuids.size > 0 && !message.uuids.has(uuid);
  for (const [place, block] of confirmed.entries()) {
    const content = contents[place] as JsonObject;
    if (isSame(block, content)) continue;
    // Real CLIs send "I" and then "I will" as two blocks, one line each. Under another uuid, a text counts as grown
    // only if the line repeats other blocks as well.
    const canGrow = place === last && !(isAnotherLine && contents.length === 1);
    if (!canGrow || !hasGrown(block, content)) return undefined;
  }
  const rest = contents.slice(confirmed.length);
  const isEqual = rest.length === 0 && isSame(confirmed[last] as Block, contents[last] as JsonObject);
  if (isEqual && isAnotherLine && !confirmed.some((block) => block.kind === "tool")) return undefined;
  return [...confirmed, ...(completes(pending, rest, isSameKind) ?? rest.map(() => undefined))];
}

/** Matches a line that was received before with the same uuid and content. */
function resends(message: Message, contents: readonly JsonObject[], uuid: string | undefined): Alignment | undefined {
  if (uuid === undefined || !message.uuids.has(uuid)) return undefined;
  const recent = message.confirmed.slice(-MAX_SEARCHED);
  const found = contents.map((content) => recent.find((block) => isSame(block, content)));
  return found.includes(undefined) ? undefined : found;
}

function isSame(block: Block, content: JsonObject): boolean {
  if (block.kind !== getBlockKind(content)) return false;
  if (block.kind === "tool") return block.id === content["id"];
  if (block.kind === "other") return isEqualJson(block.content, content);
  return getBlockText(content) === block.text && hasSameSignature(block, content);
}

function isSameKind(block: Block, content: JsonObject): boolean {
  if (block.kind !== getBlockKind(content)) return false;
  if (block.kind === "tool") return block.id === content["id"];
  return block.kind !== "other" || block.content["type"] === content["type"];
}

function hasGrown(block: Block, content: JsonObject): boolean {
  if (block.kind !== "text" && block.kind !== "thinking") return false;
  return (
    block.kind === getBlockKind(content) &&
    getBlockText(content).startsWith(block.text) &&
    hasSameSignature(block, content)
  );
}

/**
 * Whether the signatures do not differ. Thinking blocks with different signatures are different, even with equal texts.
 */
function hasSameSignature(block: Block, content: JsonObject): boolean {
  const signature = asString(content["signature"]);
  return !signature || !block.signature || signature === block.signature;
}

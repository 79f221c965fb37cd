// Puts an answer on the wire, whole or as far as the scenario lets it come, and tells how far that was.

import type { ServerResponse } from "node:http";

import type { PlainReply } from "../scenario/reply.ts";
import { messageOf, type Answer } from "./answer.ts";
import { encodeEvent, streamSteps, type StreamStep } from "./sse.ts";
import type { Reach, ServedBlock } from "./truth.ts";

export interface Serving {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Answer;
  readonly reply: PlainReply;
  readonly isStreamed: boolean;
  /** This attempt ends with a cut connection. */
  readonly breaks: boolean;
  readonly pieceDelayMs: number;
  /** Aborted when the client is gone or the stand-in closes. */
  readonly gone: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A call is about to be complete for the client. */
  readonly onCall: (index: number, id: string) => void;
  /** Just before the client can know the end. */
  readonly onEnd: (reach: Reach) => void;
  /** Filled as they are served. */
  readonly served: ServedBlock[];
}

/**
 * How long after the last piece a connection is cut. A client that learns of the cut together with the last bytes throws
 * those bytes away. On a busy machine 1.0.128 often took what it had as the whole answer when the cut came after 100 ms,
 * and asked again, as it does elsewhere, when it came after 300 ms.
 */
const CUT_AFTER_MS = 400;

export async function serveAnswer(serving: Serving): Promise<Reach> {
  return serving.isStreamed ? serveStream(serving) : serveMessage(serving);
}

async function serveMessage(serving: Serving): Promise<Reach> {
  const { response, headers, answer, reply, breaks, gone } = serving;
  if (breaks) {
    serving.onEnd("broken");
    response.destroy();
    return "broken";
  }
  if (reply.hang === true) {
    await untilAborted(gone);
    return "hung";
  }
  for (const index of answer.content.keys()) announceCall(serving, index);
  for (const [index, block] of answer.content.entries())
    serving.served.push({ ...wholeBlock(index, block, reply), pieces: 0 });
  response.writeHead(200, { "content-type": "application/json", ...headers });
  serving.onEnd("whole");
  response.end(JSON.stringify(messageOf(answer)));
  return "whole";
}

async function serveStream(serving: Serving): Promise<Reach> {
  const { response, headers, answer, reply, breaks, gone, pieceDelayMs, sleep } = serving;
  let pieces = 0;
  const breakAfter = breaks ? (reply.breakAfterPieces ?? 0) : Number.POSITIVE_INFINITY;
  const lastBlock = answer.content.length - 1;
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    ...headers,
  });
  for (const step of streamSteps(answer, reply)) {
    const isEnd = step.event.type === "message_delta";
    if (breaks && (pieces >= breakAfter || isEnd) && step.event.type !== "message_start") {
      await sleep(CUT_AFTER_MS, gone);
      serving.onEnd("broken");
      response.destroy();
      return "broken";
    }
    if (reply.hang === true && (isEnd || (step.part === "stop" && step.block === lastBlock))) {
      await untilAborted(gone);
      return "hung";
    }
    if (step.part === "stop" && step.block !== undefined) announceCall(serving, step.block);
    if (step.event.type === "message_stop") serving.onEnd("whole");
    if (!(await writeEvent(response, encodeEvent(step.event), gone))) return "cut";
    if (note(serving, step)) pieces += 1;
    if (step.part === "piece" && pieceDelayMs > 0) await sleep(pieceDelayMs, gone);
    if (gone.aborted) return "cut";
  }
  response.end();
  return "whole";
}

/** Before the client can know of the call: an agent's first request may come at once. */
function announceCall({ answer, reply, onCall }: Serving, index: number): void {
  const id = answer.content[index]?.["id"];
  const block = reply.blocks[index];
  if (block !== undefined && "tool" in block && typeof id === "string") onCall(index, id);
}

/** Notes one step. True for a piece. */
function note({ answer, reply, served }: Serving, { block: index, part, text = "" }: StreamStep): boolean {
  const content = index === undefined ? undefined : answer.content[index];
  if (index === undefined || content === undefined) return false;
  const isPiece = part === "piece";
  const { rawInput = "", ...before } = served[index] ?? {
    ...wholeBlock(index, content, reply),
    rawInput: "",
    pieces: 0,
  };
  served[index] = {
    ...before,
    ...(content["type"] === "tool_use" ? { rawInput: rawInput + text } : {}),
    pieces: before.pieces + (isPiece ? 1 : 0),
    isWhole: part === "stop",
  };
  return isPiece;
}

function wholeBlock(
  index: number,
  block: Answer["content"][number],
  { blocks }: PlainReply,
): Omit<ServedBlock, "pieces"> {
  const source = blocks[index];
  const rawInput =
    source !== undefined && "tool" in source ? (source.rawInput ?? JSON.stringify(source.input)) : undefined;
  return { index, block, isWhole: true, ...(rawInput === undefined ? {} : { rawInput }) };
}

/** False when the client is gone. Waits for the client to read, however long the text. */
async function writeEvent(response: ServerResponse, text: string, gone: AbortSignal): Promise<boolean> {
  if (gone.aborted) return false;
  if (response.write(text)) return true;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      response.off("drain", goOn);
      gone.removeEventListener("abort", goOn);
      resolve();
    };
    response.once("drain", goOn);
    gone.addEventListener("abort", goOn, { once: true });
  });
  return !gone.aborted;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

// Sends an answer as far as the scenario allows, and returns how far it came.

import type { ServerResponse } from "node:http";

import type { PlainReply } from "../../scenario/play/reply.ts";
import { toMessage, type Answer } from "./answer.ts";
import { encodeEvent, generateSteps, type StreamStep } from "./sse.ts";
import type { Reach, ServedBlock } from "./served.ts";

export interface Serving {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Answer;
  readonly reply: PlainReply;
  readonly isStreamed: boolean;
  /** Whether this attempt ends with a broken connection. */
  readonly breaks: boolean;
  readonly pieceDelayMs: number;
  /** Aborted when the client disconnects or the stub closes. */
  readonly gone: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before a tool call is complete for the client. */
  readonly onCall: (index: number, id: string) => void;
  /** Called before the client can see the end. */
  readonly onEnd: (reach: Reach) => void;
  /** Filled while blocks are served. */
  readonly served: ServedBlock[];
}

/**
 * Delay between the last piece and the break of a connection. A client that sees the break together with the last bytes
 * discards those bytes. On a busy machine 1.0.128 often took what it had as the whole answer with 100 ms; with 300 ms it
 * retried, as on other machines.
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
    await waitForAbort(gone);
    return "hung";
  }
  for (const index of answer.content.keys()) announceCall(serving, index);
  for (const [index, block] of answer.content.entries())
    serving.served.push({ ...toServedBlock(index, block, reply), pieces: 0 });
  response.writeHead(200, { "content-type": "application/json", ...headers });
  serving.onEnd("whole");
  response.end(JSON.stringify(toMessage(answer)));
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
  for (const step of generateSteps(answer, reply)) {
    const isEnd = step.event.type === "message_delta";
    if (breaks && (pieces >= breakAfter || isEnd) && step.event.type !== "message_start") {
      await sleep(CUT_AFTER_MS, gone);
      serving.onEnd("broken");
      response.destroy();
      return "broken";
    }
    if (reply.hang === true && (isEnd || (step.part === "stop" && step.block === lastBlock))) {
      await waitForAbort(gone);
      return "hung";
    }
    if (step.part === "stop" && step.block !== undefined) announceCall(serving, step.block);
    if (step.event.type === "message_stop") serving.onEnd("whole");
    if (!(await writeEvent(response, encodeEvent(step.event), gone))) return "cut";
    if (recordStep(serving, step)) pieces += 1;
    if (step.part === "piece" && pieceDelayMs > 0) await sleep(pieceDelayMs, gone);
    if (gone.aborted) return "cut";
  }
  response.end();
  return "whole";
}

/** Called before the client sees the call, since an agent's first request may follow at once. */
function announceCall({ answer, reply, onCall }: Serving, index: number): void {
  const id = answer.content[index]?.["id"];
  const block = reply.blocks[index];
  if (block !== undefined && "tool" in block && typeof id === "string") onCall(index, id);
}

/** Records one step. Returns true for a piece. */
function recordStep({ answer, reply, served }: Serving, { block: index, part, text = "" }: StreamStep): boolean {
  const content = index === undefined ? undefined : answer.content[index];
  if (index === undefined || content === undefined) return false;
  const isPiece = part === "piece";
  const { rawInput = "", ...before } = served[index] ?? {
    ...toServedBlock(index, content, reply),
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

function toServedBlock(
  index: number,
  block: Answer["content"][number],
  { blocks }: PlainReply,
): Omit<ServedBlock, "pieces"> {
  const source = blocks[index];
  const rawInput =
    source !== undefined && "tool" in source ? (source.rawInput ?? JSON.stringify(source.input)) : undefined;
  return { index, block, isWhole: true, ...(rawInput === undefined ? {} : { rawInput }) };
}

/** Writes with backpressure. Returns false if the client has disconnected. */
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

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

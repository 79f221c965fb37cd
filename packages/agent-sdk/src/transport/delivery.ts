// Delivers the output of the CLI in order: messages to the reader of the query, control lines to the session, which calls the
// caller's callbacks. A reader that only reads has seen every message before a later callback is called. A busy reader is not
// awaited, as in the official SDK, and a reader that never reads delays no callback.

import type { JsonObject } from "@unspool/protocol";
import type { TransportExit } from "@unspool/client";
import { createLineReader, type WireLine } from "./wire-lines.ts";

export interface DeliveryOptions {
  /** Gets all bytes of stdout, in order. */
  readonly onData: (chunk: Uint8Array) => void;
  /** Called after the bytes of the message, so that the session is up to date. */
  readonly onMessage: (message: JsonObject, bytes: number) => void;
  /** Called last. */
  readonly onExit: (exit: TransportExit) => void;
}

export interface Delivery {
  push(chunk: Uint8Array): void;
  exit(exit: TransportExit): void;
}

/** Consecutive lines of one kind. */
interface Batch {
  readonly isControl: boolean;
  readonly deliver: () => void;
}

export function createDelivery({ onData, onMessage, onExit }: DeliveryOptions): Delivery {
  const lines = createLineReader();
  const pending: Batch[] = [];
  let isDelivering = false;
  /** Whether the last delivered batch was control lines. */
  let last: boolean | undefined;

  const take = (batch: Batch): void => {
    if (!isDelivering && (last === undefined || last === batch.isControl)) {
      last = batch.isControl;
      batch.deliver();
      return;
    }
    pending.push(batch);
    if (isDelivering) return;
    isDelivering = true;
    void deliverAll();
  };
  /** Lets pending promises settle between batches of different kinds: those of the reader and those before callbacks. */
  const deliverAll = async (): Promise<void> => {
    for (let batch = pending.shift(); batch !== undefined; batch = pending.shift()) {
      if (batch.isControl !== last) await new Promise((resolve) => setImmediate(resolve));
      last = batch.isControl;
      batch.deliver();
    }
    isDelivering = false;
  };
  const takeLines = (list: readonly WireLine[], chunk: Uint8Array): void => {
    const isControl = list.some(isControlLine);
    const deliver = (): void => {
      onData(chunk);
      for (const { message, bytes } of list) if (message !== undefined) onMessage(message, bytes);
    };
    take({ isControl, deliver });
  };

  return {
    push(chunk) {
      let from = 0;
      const batches = toBatches(lines.push(chunk));
      for (const [index, batch] of batches.entries()) {
        // The beginning of an incomplete line goes with the last batch.
        const end = index === batches.length - 1 ? chunk.length : (batch.at(-1)?.end ?? 0);
        takeLines(batch, chunk.subarray(from, end));
        from = end;
      }
    },
    exit(exit) {
      const rest = lines.end();
      if (rest !== undefined) takeLines([rest], new Uint8Array());
      take({ isControl: false, deliver: () => onExit(exit) });
    },
  };
}

/** Groups consecutive lines of one kind. Returns at least one batch, which may be empty. */
function toBatches(list: readonly WireLine[]): readonly (readonly WireLine[])[] {
  const batches: WireLine[][] = [];
  let batch: WireLine[] = [];
  for (const line of list) {
    const before = batch[0];
    if (before !== undefined && isControlLine(before) !== isControlLine(line)) {
      batches.push(batch);
      batch = [];
    }
    batch.push(line);
  }
  return [...batches, batch];
}

const CONTROL = new Set<unknown>(["control_request", "control_response", "control_cancel_request"]);

function isControlLine({ message }: WireLine): boolean {
  return CONTROL.has(message?.["type"]);
}

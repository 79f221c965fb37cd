// Who gets what the CLI writes, and when: messages go to the reader of the query, lines of the control protocol to the
// session, which calls the caller's callbacks. Both happen in the order of the lines. A reader that does nothing but read
// has seen every message before a callback that the CLI asked for later is called; one that is busy is not waited for, as
// the official SDK does not, and a reader that never reads holds up no callback.

import type { JsonObject } from "@unspool/protocol";
import type { TransportExit } from "@unspool/client";
import { createWireLines, type WireLine } from "./wire-lines.ts";

export interface DeliveryOptions {
  /** Bytes of stdout, all of them and in order. */
  readonly onData: (chunk: Uint8Array) => void;
  /** After its bytes: who looks at the session because of a message must find it up to date. */
  readonly onMessage: (message: JsonObject, bytes: number) => void;
  /** After everything else. */
  readonly onExit: (exit: TransportExit) => void;
}

export interface Delivery {
  push(chunk: Uint8Array): void;
  exit(exit: TransportExit): void;
}

/** Lines of one kind that came together. */
interface Batch {
  readonly isControl: boolean;
  readonly deliver: () => void;
}

export function createDelivery({ onData, onMessage, onExit }: DeliveryOptions): Delivery {
  const lines = createWireLines();
  const waiting: Batch[] = [];
  let isWaiting = false;
  /** The kind of what was delivered last. */
  let last: boolean | undefined;

  const take = (batch: Batch): void => {
    if (!isWaiting && (last === undefined || last === batch.isControl)) {
      last = batch.isControl;
      batch.deliver();
      return;
    }
    waiting.push(batch);
    if (isWaiting) return;
    isWaiting = true;
    void deliverAll();
  };
  /** Between the kinds all promises settle: those of a reader that waits, and those that a callback is called by. */
  const deliverAll = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      if (batch.isControl !== last) await new Promise((resolve) => setImmediate(resolve));
      last = batch.isControl;
      batch.deliver();
    }
    isWaiting = false;
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
      const batches = batchesOf(lines.push(chunk));
      for (const [index, batch] of batches.entries()) {
        // The beginning of a line that is not whole goes with the last.
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

/** At least one, be it empty. */
function batchesOf(list: readonly WireLine[]): readonly (readonly WireLine[])[] {
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

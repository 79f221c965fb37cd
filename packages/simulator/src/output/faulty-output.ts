// The output with faults: lines in, bytes out. The same faults, lines and seed give the same bytes and chunks. Without faults
// `createBatchedOutput` is faster.

import { createIdentity, type Identity } from "../engine/identity.ts";
import { applyMode, createOutputModes, type OutputModes } from "./output-modes.ts";
import type { FaultyOutput, OutputSink } from "./sink.ts";
import { applyFault, type FaultContext } from "./apply-fault.ts";
import type { Fault } from "../faults/types.ts";
import { createPendingFaults } from "./pending-faults.ts";
import { isOfType } from "./line-type.ts";

export interface FaultyOutputOptions {
  /** Checked by `checkFaults`. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly sink: OutputSink;
}

/** Faults have their own random numbers, so that the engine's ids are the same with and without them. */
const SEED_OF_FAULTS = 0x5eed;
const encoder = new TextEncoder();

export function createFaultyOutput({ faults, seed, sink }: FaultyOutputOptions): FaultyOutput {
  const modes = createOutputModes();
  const random = createIdentity((seed ^ SEED_OF_FAULTS) >>> 0);
  const pending = createPendingFaults(faults);
  const remembersResult = faults.some(({ fault }) => fault === "late-result");
  // A process that exits undrained has not waited for its pipe before either.
  const waitsForSink = !faults.some((fault) => fault.fault === "exit" && fault.undrained === true);
  let position = 0;
  let lastResult: string | undefined;
  const repeated: { readonly fault: Fault; left: number }[] = [];

  const context: FaultContext = {
    sink,
    modes,
    random,
    write: writeBytes,
    lastResult: () => lastResult,
    repeat: (fault, times) => repeated.push({ fault, left: times }),
  };

  async function applyAll(due: readonly Fault[]): Promise<void> {
    for (const fault of due) if (!modes.isGone) await applyFault(fault, context);
  }

  async function writeBytes(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    for (;;) {
      await applyAll(pending.takeAtByte(position));
      if (modes.isGone || rest.length === 0) return;
      const size = Math.min(rest.length, pending.room(position), chooseChunkSize(modes, random));
      const written = sink.write(rest.subarray(0, size));
      position += size;
      rest = rest.subarray(size);
      if (waitsForSink) await written;
      // Two chunks written in the same tick would arrive as one.
      if (modes.chunkBytes !== undefined) await sink.sleep(0);
    }
  }

  async function writeLine(line: string): Promise<void> {
    if (modes.isGone) return;
    const isResult = (remembersResult || !modes.hasResults) && isOfType(line, "result");
    if (isResult) lastResult = line;
    if (modes.hasResults || !isResult) {
      const bytes = encoder.encode(line);
      for (let copy = 0; copy < modes.copies; copy += 1) await writeBytes(bytes);
    }
    const again = repeated.filter((entry) => entry.left-- > 0).map(({ fault }) => fault);
    await applyAll([...again, ...pending.takeAfterLine(line, position)]);
  }

  // Modes apply at once. Other faults wait until the caller has finished its set-up.
  const atOnce = pending.takeAtStart().filter((fault) => !applyMode(modes, fault));
  let queue = Promise.resolve().then(() => applyAll(atOnce));
  return {
    write(line) {
      queue = queue.then(() => writeLine(line));
      return queue;
    },
    get ignoresSigterm() {
      return modes.ignoresSigterm;
    },
    get neverExits() {
      return modes.neverExits;
    },
    end: () => queue,
  };
}

function chooseChunkSize({ chunkBytes }: OutputModes, random: Identity): number {
  if (chunkBytes === undefined) return Infinity;
  // Random sizes of every order of magnitude, from single bytes to a kilobyte.
  return chunkBytes === 0 ? 1 + random.randomBelow(2 ** random.randomBelow(11)) : chunkBytes;
}

// The simulator's output with its faults: lines in, bytes out, wrong in exactly the ways that were asked for. Same
// faults, lines and seed: same bytes, cuts included. Who has no faults takes `createBatchedOutput`, which is faster.

import { createIdentity, type Identity } from "../engine/identity.ts";
import { changeModes, createModes, type Modes } from "./modes.ts";
import type { FaultyOutput, OutputSink } from "./sink.ts";
import { strike, type Scene } from "./strike.ts";
import type { Fault } from "./types.ts";
import { createWaiting } from "./waiting.ts";
import { isOfKind } from "./wire-kind.ts";

export interface FaultyOutputOptions {
  /** As `checkFaults` lets them pass. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly sink: OutputSink;
}

/** Faults have chances of their own: with or without them, the engine's ids are the same. */
const SEED_OF_FAULTS = 0x5eed;
const encoder = new TextEncoder();

export function createFaultyOutput({ faults, seed, sink }: FaultyOutputOptions): FaultyOutput {
  const modes = createModes();
  const random = createIdentity((seed ^ SEED_OF_FAULTS) >>> 0);
  const waiting = createWaiting(faults);
  const remembersResult = faults.some(({ fault }) => fault === "late-result");
  // Whoever leaves without draining has not waited before either.
  const waitsForSink = !faults.some((fault) => fault.fault === "exit" && fault.undrained === true);
  let position = 0;
  let lastResult: string | undefined;
  const repeated: { readonly fault: Fault; left: number }[] = [];

  const scene: Scene = {
    sink,
    modes,
    random,
    write: writeBytes,
    lastResult: () => lastResult,
    repeat: (fault, times) => repeated.push({ fault, left: times }),
  };

  async function strikeAll(due: readonly Fault[]): Promise<void> {
    for (const fault of due) if (!modes.isGone) await strike(fault, scene);
  }

  async function writeBytes(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    for (;;) {
      await strikeAll(waiting.takeAtByte(position));
      if (modes.isGone || rest.length === 0) return;
      const size = Math.min(rest.length, waiting.room(position), chunkSize(modes, random));
      const written = sink.write(rest.subarray(0, size));
      position += size;
      rest = rest.subarray(size);
      if (waitsForSink) await written;
      // Two chunks written in one go would arrive as one.
      if (modes.chunkBytes !== undefined) await sink.sleep(0);
    }
  }

  async function writeLine(line: string): Promise<void> {
    if (modes.isGone) return;
    const isResult = (remembersResult || !modes.hasResults) && isOfKind(line, "result");
    if (isResult) lastResult = line;
    if (modes.hasResults || !isResult) {
      const bytes = encoder.encode(line);
      for (let copy = 0; copy < modes.copies; copy += 1) await writeBytes(bytes);
    }
    const again = repeated.filter((entry) => entry.left-- > 0).map(({ fault }) => fault);
    await strikeAll([...again, ...waiting.takeAfterLine(line, position)]);
  }

  // Flags hold from the first moment; what does something waits until the caller has finished with its set-up.
  const atOnce = waiting.takeAtOnce().filter((fault) => !changeModes(modes, fault));
  let queue = Promise.resolve().then(() => strikeAll(atOnce));
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

function chunkSize({ chunkBytes }: Modes, random: Identity): number {
  if (chunkBytes === undefined) return Infinity;
  // At random, but of every order of magnitude: single bytes and kilobytes alike.
  return chunkBytes === 0 ? 1 + random.below(2 ** random.below(11)) : chunkBytes;
}

// Applies a fault. Faults that change the rest of the run are in output-modes.ts.

import type { Identity } from "../engine/identity.ts";
import {
  generateStderrNoise,
  generateFlood,
  INVALID_LINE,
  createLateResult,
  LINE_AFTER_RESULT,
  generateLongLine,
  pickNoise,
} from "./faulty-lines.ts";
import { applyMode, type OutputModes } from "./output-modes.ts";
import type { OutputSink } from "./sink.ts";
import type { Fault } from "../faults/types.ts";

export interface FaultContext {
  readonly sink: OutputSink;
  readonly modes: OutputModes;
  readonly random: Identity;
  /** Writes to stdout in chunks, and applies faults that wait for a byte. */
  write(bytes: Uint8Array): Promise<void>;
  /** Returns the last result line of the engine. */
  lastResult(): string | undefined;
  /** Applies the fault again after each of the next `times` lines. */
  repeat(fault: Fault, times: number): void;
}

const LONG_LINE_BYTES = 100_000_000;
const FLOOD_LINES = 10_000;
const GRANDCHILD_MS = 10_000;
const STDERR_BYTES = 1_000_000;
/** The longest delay of a timer in Node: 25 days. */
const FOR_EVER_MS = 2_147_483_647;
const encoder = new TextEncoder();

export async function applyFault(fault: Fault, context: FaultContext): Promise<void> {
  const { sink, modes, random } = context;
  switch (fault.fault) {
    case "chunks":
    case "duplicate-lines":
    case "no-result":
    case "no-exit":
    case "ignore-sigterm":
      applyMode(modes, fault);
      return;
    case "noise":
      await context.write(fault.text === undefined ? pickNoise(random) : encoder.encode(fault.text));
      if ((fault.times ?? 1) > 1) context.repeat({ fault: "noise", ...pickText(fault) }, (fault.times ?? 1) - 1);
      return;
    case "invalid-line":
      return context.write(encoder.encode(`${fault.text ?? INVALID_LINE}\n`));
    case "long-line":
      return writeAll(context, generateLongLine(fault.bytes ?? LONG_LINE_BYTES));
    case "flood":
      return writeAll(context, generateFlood(fault.lines ?? FLOOD_LINES));
    case "lines-after-result":
      return writeAll(
        context,
        (fault.lines ?? [LINE_AFTER_RESULT]).map((line) => encoder.encode(`${line}\n`)),
      );
    case "late-result": {
      const result = context.lastResult();
      if (result === undefined) return;
      if (fault.ms !== undefined) await sink.sleep(fault.ms);
      return context.write(encoder.encode(createLateResult(result, random)));
    }
    case "stall":
      return sink.sleep(fault.ms ?? FOR_EVER_MS);
    case "stderr-flood":
      for (const bytes of generateStderrNoise(fault.bytes ?? STDERR_BYTES)) sink.writeStderr(bytes);
      return;
    case "close-stdin":
      return sink.closeInput();
    case "grandchild":
      return sink.keepOpen(fault.ms ?? GRANDCHILD_MS);
    case "exit": {
      modes.isGone = true;
      const isPlain = fault.code === undefined && fault.signal === undefined;
      sink.exit({
        ...(fault.code === undefined ? {} : { code: fault.code }),
        ...(fault.signal === undefined ? {} : { signal: fault.signal }),
        ...(isPlain ? { code: 1 } : {}),
        ...(fault.undrained === true ? { undrained: true } : {}),
      });
    }
  }
}

function pickText({ text }: { readonly text?: string }): { readonly text?: string } {
  return text === undefined ? {} : { text };
}

async function writeAll(context: FaultContext, pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (context.modes.isGone) return;
    await context.write(piece);
  }
}

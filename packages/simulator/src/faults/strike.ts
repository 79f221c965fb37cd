// What each fault does at its place. Faults that change the rest of the run are in modes.ts.

import type { Identity } from "../engine/identity.ts";
import { complaints, flood, INVALID_LINE, lateResult, LINE_AFTER_RESULT, longLine, noise } from "./content.ts";
import { changeModes, type Modes } from "./modes.ts";
import type { OutputSink } from "./sink.ts";
import type { Fault } from "./types.ts";

export interface Scene {
  readonly sink: OutputSink;
  readonly modes: Modes;
  readonly random: Identity;
  /** To stdout, through the cuts and the faults that wait for a byte. */
  write(bytes: Uint8Array): Promise<void>;
  /** The last result of the engine. */
  lastResult(): string | undefined;
  /** Has it strike again behind each of the next lines, so many times. */
  repeat(fault: Fault, times: number): void;
}

const LONG_LINE_BYTES = 100_000_000;
const FLOOD_LINES = 10_000;
const GRANDCHILD_MS = 10_000;
const STDERR_BYTES = 1_000_000;
/** The longest time a timer of Node takes: 25 days. */
const FOR_EVER_MS = 2_147_483_647;
const encoder = new TextEncoder();

export async function strike(fault: Fault, scene: Scene): Promise<void> {
  const { sink, modes, random } = scene;
  switch (fault.fault) {
    case "chunks":
    case "duplicate-lines":
    case "no-result":
    case "no-exit":
    case "ignore-sigterm":
      changeModes(modes, fault);
      return;
    case "noise":
      await scene.write(fault.text === undefined ? noise(random) : encoder.encode(fault.text));
      if ((fault.times ?? 1) > 1) scene.repeat({ fault: "noise", ...textOf(fault) }, (fault.times ?? 1) - 1);
      return;
    case "invalid-line":
      return scene.write(encoder.encode(`${fault.text ?? INVALID_LINE}\n`));
    case "long-line":
      return writeAll(scene, longLine(fault.bytes ?? LONG_LINE_BYTES));
    case "flood":
      return writeAll(scene, flood(fault.lines ?? FLOOD_LINES));
    case "lines-after-result":
      return writeAll(
        scene,
        (fault.lines ?? [LINE_AFTER_RESULT]).map((line) => encoder.encode(`${line}\n`)),
      );
    case "late-result": {
      const result = scene.lastResult();
      if (result === undefined) return;
      if (fault.ms !== undefined) await sink.sleep(fault.ms);
      return scene.write(encoder.encode(lateResult(result, random)));
    }
    case "stall":
      return sink.sleep(fault.ms ?? FOR_EVER_MS);
    case "stderr-flood":
      for (const bytes of complaints(fault.bytes ?? STDERR_BYTES)) sink.complain(bytes);
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

function textOf({ text }: { readonly text?: string }): { readonly text?: string } {
  return text === undefined ? {} : { text };
}

async function writeAll(scene: Scene, pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    if (scene.modes.isGone) return;
    await scene.write(piece);
  }
}

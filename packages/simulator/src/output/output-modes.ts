// Faults that change the rest of the run instead of happening once.

import type { Fault } from "../faults/types.ts";

export interface OutputModes {
  /** Undefined: whole lines. 0: random sizes. */
  chunkBytes: number | undefined;
  copies: number;
  hasResults: boolean;
  ignoresSigterm: boolean;
  neverExits: boolean;
  /** Whether the process has ended; nothing more is written. */
  isGone: boolean;
}

export function createOutputModes(): OutputModes {
  return {
    chunkBytes: undefined,
    copies: 1,
    hasResults: true,
    ignoresSigterm: false,
    neverExits: false,
    isGone: false,
  };
}

/** Applies a fault that is a mode. Returns false for other faults. */
export function applyMode(modes: OutputModes, fault: Fault): boolean {
  switch (fault.fault) {
    case "chunks":
      modes.chunkBytes = fault.bytes;
      return true;
    case "duplicate-lines":
      modes.copies = fault.times ?? 2;
      return true;
    case "no-result":
      modes.hasResults = false;
      return true;
    case "ignore-sigterm":
      modes.ignoresSigterm = true;
      return true;
    case "no-exit":
      modes.neverExits = true;
      return true;
    default:
      return false;
  }
}

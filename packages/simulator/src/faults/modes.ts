// What a fault changes for the rest of the run, instead of doing it once.

import type { Fault } from "./types.ts";

export interface Modes {
  /** Undefined: uncut. 0: at random. */
  chunkBytes: number | undefined;
  copies: number;
  hasResults: boolean;
  ignoresSigterm: boolean;
  neverExits: boolean;
  /** The process has ended, as far as its output is concerned. */
  isGone: boolean;
}

export function createModes(): Modes {
  return {
    chunkBytes: undefined,
    copies: 1,
    hasResults: true,
    ignoresSigterm: false,
    neverExits: false,
    isGone: false,
  };
}

/** Whether the fault was one of those. */
export function changeModes(modes: Modes, fault: Fault): boolean {
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

// Warnings go to the turns under way. What comes when there is none waits for the next.

import type { Warning } from "../turn/types.ts";

const MAX_WAITING = 100;

export const TEXT_TRIMMED: Warning = {
  code: "text-trimmed",
  message:
    "This turn said more than is kept: earlier texts and thoughts are not in its result. Its events had them all.",
};

export interface Warnings {
  add(warning: Warning): void;
  /** A turn has begun. */
  tell(): void;
}

export function createWarnings(running: () => readonly { warn(warning: Warning): void }[]): Warnings {
  const waiting: Warning[] = [];
  const add = (warning: Warning): void => {
    const turns = running();
    for (const turn of turns) turn.warn(warning);
    if (turns.length === 0 && waiting.length < MAX_WAITING) waiting.push(warning);
  };
  return {
    add,
    tell() {
      for (const warning of waiting.splice(0)) add(warning);
    },
  };
}

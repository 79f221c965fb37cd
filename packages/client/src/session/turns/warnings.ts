// Adds warnings to the turns under way. A warning that comes between turns waits for the next one.

import type { Warning } from "../../warning.ts";

const MAX_PENDING = 100;

export const TEXT_TRIMMED: Warning = {
  code: "text-trimmed",
  message:
    "This turn wrote more than is kept: earlier text and thinking are not in its result. Its events had all of it.",
};

export interface Warnings {
  add(warning: Warning): void;
  /** A turn has begun: adds the pending warnings to it. */
  flush(): void;
}

export function createWarnings(running: () => readonly { warn(warning: Warning): void }[]): Warnings {
  const pending: Warning[] = [];
  const add = (warning: Warning): void => {
    const turns = running();
    for (const turn of turns) turn.warn(warning);
    if (turns.length === 0 && pending.length < MAX_PENDING) pending.push(warning);
  };
  return {
    add,
    flush() {
      for (const warning of pending.splice(0)) add(warning);
    },
  };
}

// How fast a recording without times is played: as its events tell, and where they do not, as a quick model speaks. No
// pause bores.

import type { Event } from "@unspool/protocol";

const LONGEST_MS = 1500;
const MS_PER_CHARACTER = 4;
const AFTER: Readonly<Partial<Record<Event["type"], number>>> = {
  "session-init": 300,
  "tool-call-end": 400,
  "tool-result": 200,
  "turn-end": 300,
};

/** @returns for each event, how long to wait after it */
export function createPace(): (event: Event) => number {
  let lastAt: number | undefined;
  return (event) => {
    const { at } = event;
    const passed = at === undefined || lastAt === undefined ? 0 : at - lastAt;
    lastAt = at ?? lastAt;
    const typed =
      event.type === "text-delta" || event.type === "thinking-delta" ? event.text.length * MS_PER_CHARACTER : 0;
    return Math.min(LONGEST_MS, Math.max(passed, typed, AFTER[event.type] ?? 0));
  };
}

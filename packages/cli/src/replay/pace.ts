// The pauses of a recording without times: the times of its events if they have any, otherwise the speed of a fast model. No
// pause is longer than 1.5 s.

import type { Event } from "@unspool/protocol";

const MAX_PAUSE_MS = 1500;
const MS_PER_CHARACTER = 4;
const PAUSE_MS: Readonly<Partial<Record<Event["type"], number>>> = {
  "session-init": 300,
  "tool-call-end": 400,
  "tool-result": 200,
  "turn-end": 300,
};

/** Returns a function that returns the pause after an event, in milliseconds. */
export function createPace(): (event: Event) => number {
  let lastAt: number | undefined;
  return (event) => {
    const { at } = event;
    const passed = at === undefined || lastAt === undefined ? 0 : at - lastAt;
    lastAt = at ?? lastAt;
    const typed =
      event.type === "text-delta" || event.type === "thinking-delta" ? event.text.length * MS_PER_CHARACTER : 0;
    return Math.min(MAX_PAUSE_MS, Math.max(passed, typed, PAUSE_MS[event.type] ?? 0));
  };
}

import { describe, expect, it } from "vitest";
import { createStallDetector } from "../../src/limits/stall-detector.ts";
import { readRecording, RECORDINGS } from "../turn/recorded-turns.ts";

describe("recorded sessions", () => {
  it.each(RECORDINGS)("%s: only the exit is expected after the last result", (name) => {
    const { events } = readRecording(name);
    const last = events.findLastIndex(([event]) => event.type === "turn-end");
    if (last < 0) return;
    const waiting = createStallDetector();
    waiting.started();
    waiting.promptWritten();
    waiting.lineCame();
    // A turn that the recording cut off has no result, so one is still expected.
    const isCut = events.slice(last).some(([event]) => event.type === "session-init" || event.type === "message-start");
    for (const [event] of events) waiting.observe(event);
    if (isCut) return;
    expect(waiting.stallReason()).toBeUndefined();
    waiting.inputEnded();
    const [, state] = events.at(-1) as (typeof events)[number];
    if (state.backgroundTaskIds.length === 0) expect(waiting.stallReason()).toBe("no-exit");
  });
});

// How long the recording takes, reckoned without waiting for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demo, eventsOf, load, root } from "./scripts.ts";

const { createPace } = await load("pace");
const { createView } = await load("view");

describe("the pace", () => {
  it("plays the demo in 10 to 20 seconds, with no pause that bores", () => {
    const pace = createPace();
    const view = createView(() => 80);
    const waits = eventsOf(readFileSync(join(root, demo))).flatMap((event) => [
      pace.beforeEvent(event),
      ...view.take(event).map((piece) => pace.afterPiece(piece)),
      pace.afterEvent(event),
    ]);
    const seconds = waits.reduce((sum, wait) => sum + wait, 0) / 1000;
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThan(20);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1500);
  });

  it("follows the recording's clock where there is one", () => {
    const pace = createPace();
    expect(pace.beforeEvent({ type: "user-message", at: 1_000_000 })).toBe(0);
    expect(pace.beforeEvent({ type: "tool-result", at: 1_000_700 })).toBe(700);
  });

  it("counts the time spent on typing as time gone by", () => {
    const pace = createPace();
    pace.beforeEvent({ type: "user-message", at: 0 });
    const typed = pace.afterPiece({ text: "ten chars.", isTyped: true });
    expect(typed).toBeGreaterThan(0);
    expect(pace.beforeEvent({ type: "tool-result", at: 700 })).toBe(700 - typed);
  });

  it("cuts a long pause short and goes on from there", () => {
    const pace = createPace();
    pace.beforeEvent({ type: "user-message", at: 0 });
    expect(pace.beforeEvent({ type: "tool-result", at: 3_600_000 })).toBe(1500);
    expect(pace.beforeEvent({ type: "tool-result", at: 3_600_200 })).toBe(200);
  });

  it("does not wait for a clock that goes backwards", () => {
    const pace = createPace();
    pace.beforeEvent({ type: "user-message", at: 5000 });
    expect(pace.beforeEvent({ type: "tool-result", at: 1000 })).toBe(0);
  });
});

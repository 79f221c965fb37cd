import { createDecoder, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { describe, expect, test } from "vitest";
import { createDeltaRun } from "../../../src/session/state/delta-run.ts";
import { listRuns, loadRun } from "../../../../../fixtures/load.ts";

const delta = (text: string, fields: Partial<Event> = {}): Event =>
  ({
    type: "text-delta",
    agent: null,
    sessionId: "s",
    line: 1,
    uuid: text,
    messageId: "m",
    block: 0,
    text,
    ...fields,
  }) as Event;

describe("a run of deltas", () => {
  test("accepts deltas of one block, and refuses everything else", () => {
    const run = createDeltaRun();
    expect(run.add(delta("a"))).toBe(true);
    expect(run.add(delta("b"))).toBe(true);
    expect(run.add(delta("c", { block: 1 }))).toBe(false);
    expect(run.add(delta("c", { messageId: "n" }))).toBe(false);
    expect(run.add(delta("c", { agent: "t" }))).toBe(false);
    expect(run.add({ ...delta("c"), type: "text-end" } as Event)).toBe(false);
    expect(run.fold(initialState())?.event).toMatchObject({ type: "text-delta", text: "ab", uuid: "a" });
    expect(run.isEmpty).toBe(true);
    expect(run.fold(initialState())).toBeUndefined();
  });

  test.each(listRuns("recordings", "2.1.325"))("gives the same state as single deltas (%s)", (id) => {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    decoder.push(loadRun(id).stdout);
    decoder.end();
    expect(JSON.stringify(foldInRuns(events))).toBe(JSON.stringify(events.reduce(reduce, initialState())));
  });
});

function foldInRuns(events: readonly Event[]): SessionState {
  const run = createDeltaRun();
  let state = initialState();
  for (const event of events) {
    if (run.add(event)) continue;
    state = run.fold(state)?.state ?? state;
    state = reduce(state, event);
  }
  return run.fold(state)?.state ?? state;
}

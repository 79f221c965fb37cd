// A state survives JSON at any point of a session, and a plain copy of one is refused.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initialState, reduce, type SessionState } from "../../src/index.ts";
import { createStore, reviveState, serializeState } from "../../src/store.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { arbitraryEvents } from "./arbitrary-event.ts";
import { fold } from "./events.ts";

function throughJson(state: SessionState): SessionState {
  return reviveState(JSON.parse(JSON.stringify(serializeState(state))));
}

describe("a state as JSON", () => {
  it("continues after being revived as if it had not been serialized", () => {
    checkProperty(
      "session: serialize",
      fc.property(arbitraryEvents, arbitraryEvents, (before, after) => {
        // Events are JSON data; anything else would already be lost before it gets here.
        const [first, rest] = JSON.parse(JSON.stringify([before, after])) as [typeof before, typeof after];
        const revived = throughJson(fold(first));
        expect(revived).toEqual(fold(first));
        expect(fold(rest, revived)).toEqual(fold([...first, ...rest]));
      }),
      scaleRuns(40),
    );
  });

  it("is rejected by `reduce` if it was not revived", () => {
    const copy = JSON.parse(JSON.stringify(initialState())) as SessionState;
    const event = { type: "session-state", state: "idle", agent: null, line: 1 } as const;
    expect(() => reduce(copy, event)).toThrow("this state has been through JSON");
  });

  it.each([
    ["nothing", undefined, "not a state that"],
    ["a plain state", JSON.parse(JSON.stringify(initialState())), "not a state that"],
    ["of another version", { format: "unspool-state", version: 9, state: {} }, "version 9"],
    ["damaged", { format: "unspool-state", version: 1, state: { main: 1 } }, "damaged"],
  ])("is rejected by `reviveState` if it is %s", (_name, value, words) => {
    expect(() => reviveState(value)).toThrow(words);
  });
});

describe("the store", () => {
  it("resets to its initial state or to another one, and accepts another stream", () => {
    const first = createStore();
    first.push(line("one"));
    const store = createStore({ state: first.getSnapshot() });
    let told = 0;
    store.subscribe(() => (told += 1));
    store.push(`${line("two")}{"half a li`);
    store.reset();
    expect(store.getSnapshot()).toBe(first.getSnapshot());
    store.push(line("three"));
    store.end();
    expect(store.getSnapshot().counts.malformed).toBe(0);
    store.reset(initialState());
    expect(store.getSnapshot()).toEqual(initialState());
    expect(told).toBe(5);
  });

  const line = (text: string): string =>
    `${JSON.stringify({ type: "assistant", message: { id: text, role: "assistant", content: [{ type: "text", text }] } })}\n`;

  it("returns the same snapshot until something changes, and notifies once per chunk", () => {
    const store = createStore();
    const seen: SessionState[] = [];
    const stop = store.subscribe(() => seen.push(store.getSnapshot()));
    const before = store.getSnapshot();
    expect(store.getSnapshot()).toBe(before);
    store.push(line("one") + line("two"));
    expect(seen).toEqual([store.getSnapshot()]);
    store.push("");
    expect(seen).toHaveLength(1);
    stop();
    store.push(line("three"));
    expect(seen).toHaveLength(1);
    expect(store.getSnapshot().main.messages.length).toBe(3);
  });

  it("notifies a listener once that unsubscribes and subscribes again while it is notified", () => {
    const store = createStore();
    let calls = 0;
    let stop = store.subscribe(again);
    function again(): void {
      calls += 1;
      stop();
      if (calls < 100) stop = store.subscribe(again);
    }
    store.push(line("one"));
    expect(calls).toBe(1);
  });

  it("continues from a revived state, and ends", () => {
    const first = createStore();
    first.push(line("one"));
    const second = createStore({ state: throughJson(first.getSnapshot()) });
    second.push(line("two"));
    second.end();
    expect(second.getSnapshot().status).toBe("ended");
    expect(second.getSnapshot().main.messages.length).toBe(2);
  });
});

// Laws of the reducer, over well-typed events in any order: delta before start, result of an unknown tool, end without
// start, agents that start each other, reused ids.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../src/session/reduce.ts";
import * as selectors from "../../src/session/selectors.ts";
import { endSession } from "../../src/session/turns.ts";
import { initialState, type SessionState } from "../../src/session/state.ts";
import { deriveStatus } from "../../src/session/status.ts";
import { isAlive } from "../../src/session/task.ts";
import { isOpen } from "../../src/session/tool-call.ts";
import type { Event, EventType } from "../../src/translate/events.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { arbitraryEvent, arbitraryEvents } from "./arbitrary-event.ts";
import { fold } from "./events.ts";

const RUNS = scaleRuns(300);

describe("the reducer", () => {
  it("accepts any event at any time, mutates nothing, and keeps its indexes consistent", () => {
    checkProperty(
      "session: any order",
      fc.property(arbitraryEvents, (events) => {
        let state = freeze(initialState());
        for (const event of events) {
          state = freeze(reduce(state, freeze(event)));
        }
        expectFacts(state);
        expectFacts(freeze(endSession(state)));
      }),
      RUNS,
    );
  });

  it("gives the same state from scratch as incrementally", () => {
    checkProperty(
      "session: fold equals live",
      fc.property(arbitraryEvents, (events) => {
        let live = initialState();
        for (const [index, event] of events.entries()) {
          live = reduce(live, event);
          // Checking every prefix of every case would be quadratic; cases of other lengths cover the other prefixes.
          if (index % 8 !== 0) continue;
          expect(show(fold(events.slice(0, index + 1)))).toBe(show(live));
        }
        expect(fold(structuredClone(events))).toEqual(live);
      }),
      RUNS,
    );
  });

  it("continues from one state in two independent ways", () => {
    checkProperty(
      "session: forks",
      fc.property(arbitraryEvents, arbitraryEvents, arbitraryEvents, (trunk, left, right) => {
        const fork = freeze(fold(trunk));
        const before = show(fork);
        const [first, second] = [fold(left, fork), fold(right, fork)];
        expect(show(fork)).toBe(before);
        expect(show(first)).toBe(show(fold([...trunk, ...left])));
        expect(show(second)).toBe(show(fold([...trunk, ...right])));
        expect(show(fold(right, fork))).toBe(show(second));
      }),
      RUNS,
    );
  });

  it("keeps the identity of every part that an event does not concern", () => {
    checkProperty(
      "session: identity",
      fc.property(arbitraryEvents, arbitraryEvent, (events, event) => {
        const before = fold(events);
        expectIdentity(before, reduce(before, event), event);
      }),
      RUNS,
    );
  });

  it("gives a state that every selector accepts at any time", () => {
    checkProperty(
      "session: selectors",
      fc.property(arbitraryEvents, (events) => {
        const state = fold(events);
        const { transcriptOf, ...others } = selectors;
        for (const select of Object.values(others)) expect(select(state)).toBeDefined();
        expect(transcriptOf(state, null)).toBe(state.main.messages);
        expect(agentIds(selectors.agentTree(state)).sort()).toEqual(["null", ...ids(state)].sort());
      }),
      RUNS,
    );
  });
});

function expectFacts(state: SessionState): void {
  expect(state.status).toBe(deriveStatus(state));
  const open = state.toolCalls.toArray().filter(isOpen);
  expect([...state.openToolIds].sort()).toEqual(open.map(({ id }) => id).sort());
  for (const id of state.backgroundTaskIds) expect(isAlive(state.tasks.get(id)!)).toBe(true);
  if (state.status === "ended") expect([...open, ...state.requests, ...state.backgroundTaskIds]).toEqual([]);
  for (const agent of [state.main, ...state.agents]) {
    for (const { id, position } of agent.recent)
      expect(agent.messages.at(position)).toMatchObject({ type: "assistant", id });
    for (const message of agent.messages) {
      if (message.type === "user") continue;
      const numbers = message.blocks.toArray().map(({ block }) => block);
      expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    }
  }
}

type Part = keyof SessionState;

const TRANSCRIPT: readonly Part[] = ["main", "agents", "activity", "requests", "retry"];
const CALL: readonly Part[] = [...TRANSCRIPT, "toolCalls", "openToolIds"];
const TASK: readonly Part[] = ["tasks", "backgroundTaskIds", "agents", "requests", "toolCalls"];
const REQUEST: readonly Part[] = ["requests", "toolCalls", "openToolIds"];

/** Returns the parts an event may change, besides status, counts and session id. An unknown agent is always added. */
const CONCERNS: Readonly<Record<EventType, readonly Part[]>> = {
  "session-init": ["setup", "main", "activity"],
  "session-status": ["setup", "activity"],
  "session-state": [...CALL],
  "message-start": TRANSCRIPT,
  "message-end": [...TRANSCRIPT, "context", "ledger"],
  "text-start": TRANSCRIPT,
  "text-delta": TRANSCRIPT,
  "text-end": TRANSCRIPT,
  "thinking-start": TRANSCRIPT,
  "thinking-delta": TRANSCRIPT,
  "thinking-end": TRANSCRIPT,
  "content-block": TRANSCRIPT,
  "tool-call-start": CALL,
  "tool-call-delta": ["toolCalls", "openToolIds", "retry"],
  "tool-call-end": CALL,
  "tool-result": [...REQUEST, ...TASK],
  "tool-progress": REQUEST,
  "user-message": ["main", "agents", "activity"],
  "message-retracted": ["main", "agents", "toolCalls", "openToolIds"],
  "task-start": TASK,
  "task-progress": TASK,
  "task-update": TASK,
  "task-end": TASK,
  "tasks-changed": TASK,
  "permission-request": REQUEST,
  "permission-cancel": REQUEST,
  "permission-denied": REQUEST,
  "control-request": ["requests"],
  // The first answer ends `starting`.
  "control-response": [...REQUEST, "activity"],
  "hook-start": [],
  "hook-progress": [],
  "hook-end": [],
  retry: ["retry"],
  "rate-limit": ["rateLimits"],
  compaction: ["context", "activity"],
  "turn-end": [...CALL, "ledger", "context"],
  notice: ["ledger"],
  unknown: [],
  malformed: [],
};

/** Parts that are also compared by value: an update with equal values keeps the object. */
const EXACT: readonly Part[] = ["setup", "openToolIds", "backgroundTaskIds", "requests", "activity"];

function expectIdentity(before: SessionState, after: SessionState, event: Event): void {
  const isNewAgent = event.agent !== null && !before.agents.has(event.agent);
  const concerned = new Set<Part>([
    ...CONCERNS[event.type],
    "status",
    "counts",
    "sessionId",
    ...(isNewAgent ? ["agents" as const] : []),
  ]);
  for (const part of Object.keys(before) as Part[]) {
    if (!concerned.has(part)) expect(after[part] === before[part], `${event.type} changed ${part}`).toBe(true);
  }
  const isRequest = event.type === "permission-request" || event.type === "control-request";
  for (const part of EXACT) {
    if (isRequest && part === "requests") continue;
    if (event.type === "tasks-changed" && part === "backgroundTaskIds") continue;
    if (show(after[part]) === show(before[part]))
      expect(after[part] === before[part], `${event.type} copied ${part}`).toBe(true);
  }
  if ("block" in event) expectOneMessageChanged(before, after, event.agent);
}

function expectOneMessageChanged(before: SessionState, after: SessionState, agent: string | null): void {
  const others = before.agents.toArray().filter(({ id }) => id !== agent);
  for (const { id, messages } of others) expect(after.agents.get(id!)!.messages === messages).toBe(true);
  if (agent !== null) expect(after.main.messages === before.main.messages).toBe(true);
  const messages = selectors.transcriptOf(after, agent);
  const changed = selectors
    .transcriptOf(before, agent)
    .toArray()
    .filter((message, index) => messages.at(index) !== message);
  expect(changed.length).toBeLessThanOrEqual(1);
}

function agentIds({ agent, children }: selectors.AgentNode): string[] {
  return [`${agent.id}`, ...children.flatMap(agentIds)];
}

function ids(state: SessionState): string[] {
  return state.agents.toArray().map(({ id }) => `${id}`);
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

/** Freezes deeply, the internals of lists and tables included, so that any mutation throws. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}

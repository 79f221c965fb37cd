import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import type { Timeouts } from "../../src/limits/types.ts";
import { createWatchdog, type Watchdog } from "../../src/limits/watchdog.ts";
import { createMadeUpClock, type MadeUpClock } from "./made-up-clock.ts";

const COMMON = { agent: null, line: 1 } as const;
const MESSAGE = { ...COMMON, messageId: "msg_1" } as const;
const INIT: Event = {
  ...COMMON,
  type: "session-init",
  tools: [],
  mcpServers: [],
  slashCommands: [],
  agents: [],
  skills: [],
  plugins: [],
  capabilities: [],
};
const MESSAGE_START: Event = { ...MESSAGE, type: "message-start" };
const DELTA: Event = { ...MESSAGE, type: "text-delta", block: 0, text: "x" };
const CALL: Event = { ...MESSAGE, type: "tool-call-end", block: 0, toolUseId: "toolu_1", name: "Bash", input: {} };
const RESULT: Event = { ...COMMON, type: "tool-result", toolUseId: "toolu_1", text: "", isError: false };
const messageEnd = (stopReason: string | null): Event => ({ ...MESSAGE, type: "message-end", stopReason });
const TURN_END: Event = {
  ...COMMON,
  type: "turn-end",
  outcome: "success",
  subtype: "success",
  text: "",
  errors: [],
  stopReason: null,
  costUsd: 0,
  modelUsage: {},
  denials: [],
};

const TIMEOUTS: Required<Timeouts> = {
  firstLineMs: 100,
  silentMs: 1000,
  afterToolResultMs: 500,
  afterEndOfTurnMs: 200,
  exitMs: 50,
};

interface Watched extends Watchdog {
  readonly clock: MadeUpClock;
  readonly stalls: string[];
  says(...events: readonly Event[]): void;
}

function watch(timeouts: Timeouts | false = TIMEOUTS): Watched {
  const clock = createMadeUpClock();
  const stalls: string[] = [];
  const watchdog = createWatchdog({
    timeouts,
    clock,
    onStall: (stallReason, silentMs) => stalls.push(`${stallReason} ${silentMs}`),
  });
  const says = (...events: readonly Event[]): void => {
    watchdog.linesCame();
    for (const event of events) watchdog.observe(event);
  };
  return { ...watchdog, clock, stalls, says };
}

/** In a turn, with a first line. */
function watchTurn(timeouts?: Timeouts | false): Watched {
  const watched = watch(timeouts);
  watched.started();
  watched.promptWritten();
  watched.says(INIT, MESSAGE_START);
  return watched;
}

describe("the watchdog", () => {
  it("reports a missing first line", () => {
    const dog = watch();
    dog.started();
    dog.clock.advance(99);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1);
    expect(dog.stalls).toEqual(["no-first-line 100"]);
  });

  it("accepts a malformed line as the first line", () => {
    const dog = watch();
    dog.started();
    dog.linesCame();
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
  });

  it("reports a silent stream in a turn", () => {
    const dog = watchTurn();
    dog.clock.advance(999);
    dog.says(DELTA);
    dog.clock.advance(999);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });

  it("reports silence after a tool's result", () => {
    const dog = watchTurn();
    dog.says(CALL, messageEnd("tool_use"));
    dog.says(RESULT);
    dog.clock.advance(500);
    expect(dog.stalls).toEqual(["silent-after-tool-result 500"]);
  });

  it("reports the tool's result even if the message ends after it", () => {
    const dog = watchTurn();
    dog.says(CALL, RESULT, messageEnd("tool_use"));
    dog.clock.advance(500);
    expect(dog.stalls).toEqual(["silent-after-tool-result 500"]);
  });

  it("reports a missing result after the last message", () => {
    const dog = watchTurn();
    dog.says(messageEnd("end_turn"));
    dog.clock.advance(200);
    expect(dog.stalls).toEqual(["silent-after-end-of-turn 200"]);
  });

  it("reports a process that does not exit", () => {
    const dog = watchTurn();
    dog.says(TURN_END);
    dog.inputEnded();
    dog.clock.advance(50);
    expect(dog.stalls).toEqual(["no-exit 50"]);
  });

  it("lets a turn end before it waits for the exit", () => {
    const dog = watchTurn();
    dog.inputEnded();
    dog.clock.advance(900);
    dog.says(TURN_END);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(50);
    expect(dog.stalls).toEqual(["no-exit 50"]);
  });

  it("reports each silence once", () => {
    const dog = watchTurn();
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
    dog.says(DELTA);
    dog.clock.advance(1000);
    expect(dog.stalls).toEqual(["silent-stream 1000", "silent-stream 1000"]);
  });
});

describe("the silence timeout", () => {
  it("does not run while a tool runs", () => {
    const dog = watchTurn();
    dog.says(CALL, messageEnd("tool_use"));
    dog.clock.advance(3_600_000);
    expect(dog.stalls).toEqual([]);
    dog.says(RESULT);
    dog.clock.advance(500);
    expect(dog.stalls).toEqual(["silent-after-tool-result 500"]);
  });

  it("does not run while a second tool runs after the first has ended", () => {
    const dog = watchTurn();
    dog.says(CALL, { ...CALL, toolUseId: "toolu_2" }, RESULT);
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
  });

  it("runs again when the call was retracted or the next message has begun", () => {
    const retracted = watchTurn();
    retracted.says(CALL, { ...COMMON, type: "message-retracted", uuids: [], messageId: "msg_1" });
    const left = watchTurn();
    left.says(CALL, { ...MESSAGE_START, messageId: "msg_2" });
    for (const dog of [retracted, left]) {
      dog.clock.advance(1000);
      expect(dog.stalls).toEqual(["silent-stream 1000"]);
    }
  });

  it("does not run while a callback of the host runs, and restarts after its answer", () => {
    const dog = watchTurn();
    dog.requestPending(true);
    dog.clock.advance(100_000);
    dog.requestPending(false);
    dog.clock.advance(999);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });

  it("does not restart when a pending request is reported again", () => {
    const dog = watchTurn();
    dog.clock.advance(900);
    dog.paused(false);
    dog.requestPending(false);
    dog.clock.advance(100);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });

  it("does not run while reading is paused, also at the exit", () => {
    const dog = watchTurn();
    dog.paused(true);
    dog.clock.advance(100_000);
    dog.paused(false);
    dog.says(TURN_END);
    dog.paused(true);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
    dog.paused(false);
    dog.clock.advance(50);
    expect(dog.stalls).toEqual(["no-exit 50"]);
  });

  it("is extended by the delay of a retry", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "retry", attempt: 1, delayMs: 60_000, status: 529 });
    dog.clock.advance(60_999);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1);
    expect(dog.stalls).toEqual(["silent-stream 61000"]);
  });

  it("does not run during a compaction", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "session-status", status: "compacting" });
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
    dog.says({ ...COMMON, type: "session-status", status: null });
    dog.clock.advance(1000);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });

  it("does not run while a hook of the CLI runs", () => {
    const dog = watchTurn();
    dog.says(messageEnd("end_turn"), { ...COMMON, type: "hook-start", hookId: "h" });
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
    dog.says({ ...COMMON, type: "hook-end", hookId: "h" });
    dog.clock.advance(200);
    expect(dog.stalls).toEqual(["silent-after-end-of-turn 200"]);
  });

  it("does not run between turns, with or without background tasks", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "task-start", taskId: "t" }, TURN_END);
    dog.clock.advance(100_000);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
    dog.says({ ...COMMON, type: "task-end", taskId: "t", status: "completed" });
    dog.clock.advance(50);
    expect(dog.stalls).toEqual(["no-exit 50"]);
  });

  it("does not run while a result is held back for background tasks (2.1.74)", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "task-start", taskId: "t" }, messageEnd("end_turn"));
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
  });

  it("restarts if its timer is late because the host slept", () => {
    const dog = watchTurn();
    dog.clock.jump(3_600_000);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1000);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });
});

describe("the silence timeout of a turn", () => {
  it("also runs in a turn that the CLI begins", () => {
    const dog = watchTurn();
    dog.says(TURN_END);
    dog.clock.advance(100_000);
    dog.says(INIT);
    dog.clock.advance(1000);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });

  it("does not restart when the host writes further prompts", () => {
    const dog = watchTurn();
    dog.clock.advance(900);
    dog.promptWritten();
    dog.clock.advance(100);
    expect(dog.stalls).toEqual(["silent-stream 1000"]);
  });
});

describe("the watchdog's timers", () => {
  it("are not set again for each event", () => {
    const dog = watchTurn();
    const { timersSet } = dog.clock;
    for (let count = 0; count < 1000; count += 1) dog.says(DELTA);
    expect(dog.clock.timersSet).toBe(timersSet);
  });

  it.each([["close"], ["exited"]] as const)("are all cleared after %s", (end) => {
    const dog = watchTurn();
    dog[end]();
    expect(dog.clock.pendingTimers).toBe(0);
    dog.says(DELTA);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.stalls).toEqual([]);
  });

  it.each([[false], [{ firstLineMs: 0, silentMs: Infinity }]] as const)(
    "are not set with the timeouts %j",
    (timeouts) => {
      const dog = watch(timeouts);
      dog.started();
      dog.clock.advance(10_000_000);
      dog.promptWritten();
      dog.says(INIT);
      dog.clock.advance(10_000_000);
      expect(dog.stalls).toEqual([]);
    },
  );

  it("default to five minutes of silence and one minute for the first line", () => {
    const dog = watch({});
    dog.started();
    dog.clock.advance(59_999);
    expect(dog.stalls).toEqual([]);
    dog.promptWritten();
    dog.says(INIT);
    dog.clock.advance(299_999);
    expect(dog.stalls).toEqual([]);
    dog.clock.advance(1);
    expect(dog.stalls).toEqual(["silent-stream 300000"]);
  });
});

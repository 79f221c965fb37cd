import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import type { Patience } from "../../src/guard/types.ts";
import { createWatchdog, type Watchdog } from "../../src/guard/watchdog.ts";
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

const PATIENCE: Required<Patience> = {
  firstLineMs: 100,
  silentMs: 1000,
  afterToolResultMs: 500,
  afterEndOfTurnMs: 200,
  exitMs: 50,
};

interface Watched extends Watchdog {
  readonly clock: MadeUpClock;
  readonly verdicts: string[];
  says(...events: readonly Event[]): void;
}

function watch(patience: Patience | false = PATIENCE): Watched {
  const clock = createMadeUpClock();
  const verdicts: string[] = [];
  const watchdog = createWatchdog({
    patience,
    clock,
    onVerdict: (verdict, silentMs) => verdicts.push(`${verdict} ${silentMs}`),
  });
  const says = (...events: readonly Event[]): void => {
    watchdog.linesCame();
    for (const event of events) watchdog.observe(event);
  };
  return { ...watchdog, clock, verdicts, says };
}

/** In a turn, with a first line. */
function watchTurn(patience?: Patience | false): Watched {
  const watched = watch(patience);
  watched.started();
  watched.promptWritten();
  watched.says(INIT, MESSAGE_START);
  return watched;
}

describe("verdicts", () => {
  it("says that no first line came", () => {
    const dog = watch();
    dog.started();
    dog.clock.advance(99);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1);
    expect(dog.verdicts).toEqual(["no-first-line 100"]);
  });

  it("takes any line for the first, also one that is not understood", () => {
    const dog = watch();
    dog.started();
    dog.linesCame();
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
  });

  it("says that the stream of a turn is silent", () => {
    const dog = watchTurn();
    dog.clock.advance(999);
    dog.says(DELTA);
    dog.clock.advance(999);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });

  it("says that nothing follows a tool's result", () => {
    const dog = watchTurn();
    dog.says(CALL, messageEnd("tool_use"));
    dog.says(RESULT);
    dog.clock.advance(500);
    expect(dog.verdicts).toEqual(["silent-after-tool-result 500"]);
  });

  it("goes by the result also if the message ends after it", () => {
    const dog = watchTurn();
    dog.says(CALL, RESULT, messageEnd("tool_use"));
    dog.clock.advance(500);
    expect(dog.verdicts).toEqual(["silent-after-tool-result 500"]);
  });

  it("says that no result follows the last message", () => {
    const dog = watchTurn();
    dog.says(messageEnd("end_turn"));
    dog.clock.advance(200);
    expect(dog.verdicts).toEqual(["silent-after-end-of-turn 200"]);
  });

  it("says that the program does not exit", () => {
    const dog = watchTurn();
    dog.says(TURN_END);
    dog.inputEnded();
    dog.clock.advance(50);
    expect(dog.verdicts).toEqual(["no-exit 50"]);
  });

  it("lets a turn end before it waits for the exit", () => {
    const dog = watchTurn();
    dog.inputEnded();
    dog.clock.advance(900);
    dog.says(TURN_END);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(50);
    expect(dog.verdicts).toEqual(["no-exit 50"]);
  });

  it("speaks once for each silence", () => {
    const dog = watchTurn();
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
    dog.says(DELTA);
    dog.clock.advance(1000);
    expect(dog.verdicts).toEqual(["silent-stream 1000", "silent-stream 1000"]);
  });
});

describe("silence that is in order", () => {
  it("is that of a tool, however long it runs", () => {
    const dog = watchTurn();
    dog.says(CALL, messageEnd("tool_use"));
    dog.clock.advance(3_600_000);
    expect(dog.verdicts).toEqual([]);
    dog.says(RESULT);
    dog.clock.advance(500);
    expect(dog.verdicts).toEqual(["silent-after-tool-result 500"]);
  });

  it("is that of the second tool while the first has answered", () => {
    const dog = watchTurn();
    dog.says(CALL, { ...CALL, toolUseId: "toolu_2" }, RESULT);
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
  });

  it("is not that of a call that was taken back, or that the next message has left behind", () => {
    const retracted = watchTurn();
    retracted.says(CALL, { ...COMMON, type: "message-retracted", uuids: [], messageId: "msg_1" });
    const left = watchTurn();
    left.says(CALL, { ...MESSAGE_START, messageId: "msg_2" });
    for (const dog of [retracted, left]) {
      dog.clock.advance(1000);
      expect(dog.verdicts).toEqual(["silent-stream 1000"]);
    }
  });

  it("is that of a host that is asked; after its answer silence counts anew", () => {
    const dog = watchTurn();
    dog.requestPending(true);
    dog.clock.advance(100_000);
    dog.requestPending(false);
    dog.clock.advance(999);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });

  it("does not begin anew with every word that nothing holds it up", () => {
    const dog = watchTurn();
    dog.clock.advance(900);
    dog.paused(false);
    dog.requestPending(false);
    dog.clock.advance(100);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });

  it("is ours while we do not read, at the exit too", () => {
    const dog = watchTurn();
    dog.paused(true);
    dog.clock.advance(100_000);
    dog.paused(false);
    dog.says(TURN_END);
    dog.paused(true);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
    dog.paused(false);
    dog.clock.advance(50);
    expect(dog.verdicts).toEqual(["no-exit 50"]);
  });

  it("is a retry's delay, on top of the usual patience", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "retry", attempt: 1, delayMs: 60_000, status: 529 });
    dog.clock.advance(60_999);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1);
    expect(dog.verdicts).toEqual(["silent-stream 61000"]);
  });

  it("is a compaction", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "session-status", status: "compacting" });
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
    dog.says({ ...COMMON, type: "session-status", status: null });
    dog.clock.advance(1000);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });

  it("is that of a hook of the CLI's own", () => {
    const dog = watchTurn();
    dog.says(messageEnd("end_turn"), { ...COMMON, type: "hook-start", hookId: "h" });
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
    dog.says({ ...COMMON, type: "hook-end", hookId: "h" });
    dog.clock.advance(200);
    expect(dog.verdicts).toEqual(["silent-after-end-of-turn 200"]);
  });

  it("is that between turns, with or without tasks in the background", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "task-start", taskId: "t" }, TURN_END);
    dog.clock.advance(100_000);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
    dog.says({ ...COMMON, type: "task-end", taskId: "t", status: "completed" });
    dog.clock.advance(50);
    expect(dog.verdicts).toEqual(["no-exit 50"]);
  });

  it("is that of a result held back for tasks in the background (2.1.74)", () => {
    const dog = watchTurn();
    dog.says({ ...COMMON, type: "task-start", taskId: "t" }, messageEnd("end_turn"));
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
  });

  it("is that of a host that slept: a timer that comes late grants the whole patience again", () => {
    const dog = watchTurn();
    dog.clock.jump(3_600_000);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1000);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });
});

describe("turns", () => {
  it("may be begun by the CLI itself", () => {
    const dog = watchTurn();
    dog.says(TURN_END);
    dog.clock.advance(100_000);
    dog.says(INIT);
    dog.clock.advance(1000);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });

  it("are not made less silent by further words of the host", () => {
    const dog = watchTurn();
    dog.clock.advance(900);
    dog.promptWritten();
    dog.clock.advance(100);
    expect(dog.verdicts).toEqual(["silent-stream 1000"]);
  });
});

describe("cost and end", () => {
  it("sets no timer for events", () => {
    const dog = watchTurn();
    const { timersSet } = dog.clock;
    for (let count = 0; count < 1000; count += 1) dog.says(DELTA);
    expect(dog.clock.timersSet).toBe(timersSet);
  });

  it.each([["close"], ["exited"]] as const)("leaves no timer after %s", (end) => {
    const dog = watchTurn();
    dog[end]();
    expect(dog.clock.pendingTimers).toBe(0);
    dog.says(DELTA);
    dog.inputEnded();
    dog.clock.advance(100_000);
    expect(dog.verdicts).toEqual([]);
  });

  it.each([[false], [{ firstLineMs: 0, silentMs: Infinity }]] as const)(
    "bears silence for ever with %j",
    (patience) => {
      const dog = watch(patience);
      dog.started();
      dog.clock.advance(10_000_000);
      dog.promptWritten();
      dog.says(INIT);
      dog.clock.advance(10_000_000);
      expect(dog.verdicts).toEqual([]);
    },
  );

  it("bears five minutes of silence and one for the first line by default", () => {
    const dog = watch({});
    dog.started();
    dog.clock.advance(59_999);
    expect(dog.verdicts).toEqual([]);
    dog.promptWritten();
    dog.says(INIT);
    dog.clock.advance(299_999);
    expect(dog.verdicts).toEqual([]);
    dog.clock.advance(1);
    expect(dog.verdicts).toEqual(["silent-stream 300000"]);
  });
});

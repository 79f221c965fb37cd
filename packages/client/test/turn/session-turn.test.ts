import { randomUUID } from "node:crypto";
import { initialState } from "@unspool/protocol";
import { expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { SessionTurn } from "../../src/turn/session-turn.ts";

test("a turn keeps its first hundred warnings, each once", async () => {
  const turn = new SessionTurn({
    id: randomUUID(),
    cause: "prompt",
    rejects: false,
    clock: SYSTEM_CLOCK,
    onProgress: () => undefined,
    queuePosition: () => 0,
    interrupt: () => Promise.resolve(),
    readData: undefined,
  });
  for (let number = 0; number < 100_000; number += 1) {
    turn.warn({ code: "callback-failed", message: `Warning ${number >> 1}.` });
  }
  turn.fail({ code: "session-closed", message: "Closed." }, initialState());
  const { warnings } = await turn.settled;
  expect(warnings.map(({ message }) => message)).toEqual(
    Array.from({ length: 100 }, (_, number) => `Warning ${number}.`),
  );
});

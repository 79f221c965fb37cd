// A turn that never began: its reason is told where its answer is waited for.

import { initialState } from "@unspool/protocol";
import { SYSTEM_CLOCK } from "../clock.ts";
import { ActiveTurn } from "./active-turn.ts";
import type { TurnFailure } from "./failure.ts";
import type { Turn } from "./types.ts";

/** @param rejects whether it throws, or is the error it would have thrown */
export function refusedTurn<Data>(failure: TurnFailure, rejects: boolean): Turn<Data> {
  const turn = new ActiveTurn<Data>({
    id: "",
    cause: "prompt",
    rejects,
    clock: SYSTEM_CLOCK,
    onProgress: () => undefined,
    place: () => 0,
    interrupt: () => Promise.resolve(),
    readData: undefined,
  });
  turn.fail(failure, initialState());
  return turn;
}

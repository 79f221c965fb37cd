// reduce-growth: cost per event of the session state after 100,000 messages ÷ after 100. `reduce` is pure, so the same
// events are applied to both states repeatedly.

import { createDecoder } from "../../../packages/protocol/dist/index.js";
import { blockSession, mixedSession } from "../data/sessions.mjs";
import { race } from "../race.mjs";
import { printAtMost } from "../report.mjs";

const FEW = 100;

export async function measureReduceGrowth(many, probeEvents, rounds, limit) {
  // Imported here, so that the other benchmarks still run without these two exports.
  const { initialState, reduce } = await import("../../../packages/protocol/dist/index.js");
  if (typeof initialState !== "function" || typeof reduce !== "function") {
    throw new TypeError("dist/index.js exports no initialState and reduce");
  }
  const young = stateAfter(FEW);
  const old = stateAfter(many);
  const probe = createEvents(probeEvents);
  const [late, early] = await race(
    rounds,
    () => goOn(old),
    () => goOn(young),
  );
  printAtMost("reduce-growth", late / early, limit);

  function goOn(start) {
    let state = start;
    for (const event of probe) state = reduce(state, event);
    return state;
  }

  function stateAfter(messages) {
    let state = initialState();
    let seen = 0;
    // Small results, since only the number of messages matters, and all of them are kept.
    decodeWhile(blockSession(6, 50, 500), (event) => {
      state = reduce(state, event);
      if (event.type === "message-start") seen += 1;
      return seen < messages;
    });
    return state;
  }
}

/** Events of another session, whose ids neither state knows. */
function createEvents(count) {
  const events = [];
  decodeWhile(mixedSession(7), (event) => events.push(event) < count);
  return events;
}

/** Decodes line by line until `onEvent` returns false. */
function decodeWhile(session, onEvent) {
  let isWanted = true;
  const decoder = createDecoder({
    onEvent(event) {
      isWanted = isWanted && onEvent(event);
    },
  });
  for (const line of session) {
    decoder.push(`${line}\n`);
    if (!isWanted) return;
  }
}

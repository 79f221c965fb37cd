import { initialState, type Event } from "@unspool/protocol";
import { expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { createResponders } from "../../src/session/responders.ts";
import { createAnswering } from "../../src/session/answering.ts";

const elicitation = {
  type: "control-request",
  agent: null,
  line: 1,
  requestId: "request-1",
  subtype: "elicitation",
  payload: { mcp_server_name: "asker", message: "Who?" },
} as unknown as Event;
const createTurnEnd = (outcome: string): Event =>
  ({ type: "turn-end", agent: null, line: 2, outcome }) as unknown as Event;

/** A host whose callback waits until it is told to stop. */
function host() {
  const sent: unknown[] = [];
  const reasons: unknown[] = [];
  let pending = 0;
  const responder = createResponders({
    clock: SYSTEM_CLOCK,
    onElicitation: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          reasons.push((signal.reason as Error).message);
          resolve({ action: "decline" });
        });
      }),
  });
  const answering = createAnswering({
    responder,
    send: (line) => void sent.push((JSON.parse(line) as { readonly response: unknown }).response),
    warn: () => undefined,
    onOverflow: (error) => {
      throw error;
    },
    state: initialState,
    agreesToMode: () => true,
    onChange: (count) => void (pending = count),
  });
  return { answering, sent, reasons, pending: () => pending };
}

test("a question of an MCP server ends with the turn that was interrupted, also if it is not withdrawn", async () => {
  const { answering, sent, reasons, pending } = host();
  answering.handle(elicitation);
  answering.handle(createTurnEnd("interrupted"));
  await expect.poll(pending).toBe(0);
  expect(reasons).toEqual(["The turn was interrupted."]);
  expect(sent).toEqual([{ subtype: "success", request_id: "request-1", response: { action: "cancel" } }]);
});

test("a question of an MCP server stays open at the end of any other turn, as a background agent may ask it", () => {
  const { answering, sent, pending } = host();
  answering.handle(elicitation);
  answering.handle(createTurnEnd("success"));
  expect([pending(), sent]).toEqual([1, []]);
  answering.abortAll(new Error("over"));
});

test("a withdrawn question of an MCP server is not answered", async () => {
  const { answering, sent, reasons, pending } = host();
  answering.handle(elicitation);
  answering.handle({ type: "permission-cancel", agent: null, line: 2, requestId: "request-1" } as unknown as Event);
  await expect.poll(pending).toBe(0);
  answering.handle(createTurnEnd("interrupted"));
  expect(reasons).toEqual(["Claude no longer waits for the answer."]);
  expect(sent).toEqual([]);
});

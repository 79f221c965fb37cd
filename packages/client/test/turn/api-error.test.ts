// Which error of the API ended a turn: in the words of published CLIs, as they were when the API answered so.
import { initialState, reduce, type RateLimitEvent, type TurnEndEvent } from "@unspool/protocol";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { readApiError } from "../../src/turn/api-error.ts";
import { isTurnError, type TurnError } from "../../src/turn/turn-error.ts";

const end = (text: string, more: Partial<TurnEndEvent> = {}): TurnEndEvent =>
  ({
    type: "turn-end",
    agent: null,
    line: 1,
    outcome: "error",
    subtype: "success",
    text,
    errors: [],
    ...more,
  }) as TurnEndEvent;
const json = (type: string): string => JSON.stringify({ type: "error", error: { type, message: "made up" } });

describe("the API error of a turn", () => {
  it.each([
    ["2.1.325", "API Error: 529 made up. This is a server-side issue", 529, "overloaded_error", true],
    ["2.1.325", "API Error: Request rejected (429) · made up", 429, "rate_limit_error", true],
    ["2.1.325", "API Error: 408 made up", 408, "timeout_error", true],
    ["2.1.325", "API Error: 400 made up", 400, "invalid_request_error", false],
    ["2.1.325", "Invalid API key · Fix external API key", 401, "authentication_error", false],
  ])("is read from its fields in %s: %s", (_version, text, apiErrorStatus, apiErrorType, isTransient) => {
    const fields = { status: apiErrorStatus, apiErrorType, isTransient };
    expect(readApiError(end(text, { apiErrorStatus, apiErrorType }), initialState())).toEqual(fields);
  });

  it.each([
    [`API Error: 529 ${json("overloaded_error")}`, 529, "overloaded_error", true],
    [`API Error: 500 ${json("api_error")}`, 500, "api_error", true],
    [`API Error: 429 ${json("rate_limit_error")}`, 429, "rate_limit_error", true],
    [`API Error: 400 ${json("invalid_request_error")}`, 400, "invalid_request_error", false],
    ["API Error: Repeated 529 Overloaded errors", 529, undefined, true],
  ])("is read from the text of 1.0.128 to 2.1.74: %s", (text, status, apiErrorType, isTransient) => {
    expect(readApiError(end(text), initialState())).toEqual({ status, apiErrorType, isTransient });
  });

  it.each([
    ["API Error: Connection error.", true],
    ["API Error: Unable to connect to API (ECONNRESET)", true],
    ["API Error: Unable to connect to API. Check your internet connection", true],
    ["API Error: Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL, then try again.", true],
    ["API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)", true],
    ["API Error: Connection closed mid-response. The response above may be incomplete.", true],
    ["API Error: Unable to connect to API: SSL certificate has expired", false],
    ["Prompt is too long", false],
    ["You've hit your limit · resets 3:33am (UTC)", false],
  ])("has no status if there was none: %s", (text, isTransient) => {
    expect(readApiError(end(text), initialState())).toEqual({
      status: undefined,
      apiErrorType: undefined,
      isTransient,
    });
  });

  it("is not transient if a limit of the account is used up", () => {
    const limit = {
      type: "rate-limit",
      agent: null,
      line: 1,
      status: "rejected",
      window: "five_hour",
    } as RateLimitEvent;
    const state = reduce(initialState(), limit);
    expect(readApiError(end("You've hit your 5-hour limit", { apiErrorStatus: 429 }), state)).toMatchObject({
      status: 429,
      isTransient: false,
    });
  });

  it("is undefined if the turn did not end with an API error", () => {
    const none = { status: undefined, apiErrorType: undefined, isTransient: false };
    const text = "API Error: 529 said the model";
    expect(readApiError(end(text, { subtype: "error_max_turns" }), initialState())).toEqual(none);
    expect(readApiError(end(text, { outcome: "success" }), initialState())).toEqual(none);
  });

  it.each(["1.0.128", "2.0.76", "2.1.74", "2.1.200", "2.1.325"])("is part of the TurnError (%s)", async (version) => {
    const spawn = spawnSimulated({ scenario: scenario().turn(say.error(529)), version });
    const error = await createClaude({ spawn, env: { CLAUDE_CODE_MAX_RETRIES: "0" } }).ask("Go.", { reject: false });
    expect(error).toMatchObject({ code: "turn-failed", status: 529, isTransient: true });
  });
});

describe("isTurnError", () => {
  it("recognises the error of a turn, and its code", async () => {
    const spawn = spawnSimulated({ scenario: scenario().turn(say.error(400)) });
    const error: unknown = await createClaude({ spawn })
      .ask("Go.")
      .catch((reason: unknown) => reason);
    expect([isTurnError(error), isTurnError(error, "turn-failed"), isTurnError(error, "aborted")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isTurnError(new Error("another"))).toBe(false);
    if (isTurnError(error, "turn-failed")) expectTypeOf(error.code).toEqualTypeOf<"turn-failed">();
    if (isTurnError(error)) expectTypeOf(error).toExtend<TurnError>();
  });
});

// Our `query` passes what the official SDK is asked to do. The conformance run compares the two, message by message.
import { describe, expect, test } from "vitest";
import * as zod from "zod";
import { CHECKS } from "../../src/sdk/checks.ts";
import { OURS } from "../../src/sdk/ours.ts";
import { runCheck } from "../../src/sdk/run-check.ts";

describe("@unspool/agent-sdk does what the official SDK does", () => {
  test.each(Object.entries(CHECKS))("%s", async (_name, check) => {
    const { problems, messages } = await runCheck(check, OURS, zod);
    expect(problems).toEqual([]);
    expect(messages.length).toBeGreaterThan(0);
  });
});

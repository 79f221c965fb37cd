// The exported values. A change here is a change of the public interface.
import { expect, it } from "vitest";
import * as client from "../src/index.ts";

it("exports these values", () => {
  expect(Object.keys(client).sort()).toMatchInlineSnapshot(`
    [
      "ChainError",
      "ClaudeError",
      "TurnError",
      "claude",
      "createBudget",
      "createClaude",
      "createPool",
      "createRecorder",
      "findClaude",
      "findOuterSession",
      "inheritedEnvironment",
      "isTurnError",
      "listPriceOf",
      "locateClaude",
      "pipeTo",
      "quoteAsContext",
      "readRecording",
      "reapOrphans",
      "redactText",
      "replay",
      "replayTransport",
      "secretValuesOf",
      "supportsOf",
      "tool",
    ]
  `);
});

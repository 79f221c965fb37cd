import { expect, test } from "vitest";
import { createPrintFormat } from "../../src/cli/print-format.ts";

const line = (message: object): string => `${JSON.stringify(message)}\n`;
const INIT = line({ type: "system", subtype: "init" });
const EVENT = line({ type: "stream_event" });
const RESULT = line({ type: "result", subtype: "success", result: "hello" });

function printed(outputFormat: "text" | "json" | "stream-json", isVerbose: boolean, lines: readonly string[]): string {
  const format = createPrintFormat({ outputFormat, isVerbose, maxTurns: 3, maxBudgetUsd: 0.0000001 });
  return lines.map((one) => format.take(one) ?? "").join("") + (format.finish() ?? "");
}

test("stream-json prints every line", () => {
  expect(printed("stream-json", true, [INIT, EVENT, RESULT])).toBe(INIT + EVENT + RESULT);
});

test("json prints the last result, or all messages as a list with --verbose", () => {
  const last = line({ type: "result", subtype: "success", result: "later" });
  expect(printed("json", false, [INIT, RESULT, last])).toBe(last);
  expect(printed("json", true, [INIT, EVENT, RESULT])).toBe(`[${INIT.trim()},${RESULT.trim()}]\n`);
});

test.each([
  [{ subtype: "success", result: "hello" }, "hello\n"],
  [{ subtype: "success", result: "hello\n" }, "hello\n"],
  [{ subtype: "error_during_execution" }, "Execution error"],
  [{ subtype: "error_max_turns" }, "Error: Reached max turns (3)"],
  [{ subtype: "error_max_budget_usd" }, "Error: Exceeded USD budget (1e-7)"],
  [
    { subtype: "error_max_structured_output_retries" },
    "Error: Failed to provide valid structured output after maximum retries",
  ],
])("prints the text of the real CLIs for %o", (result, text) => {
  expect(printed("text", false, [INIT, line({ type: "result", ...result })])).toBe(text);
});

test("prints nothing without a result", () => {
  expect(printed("text", false, [INIT])).toBe("");
});

import { describe, expect, it } from "vitest";
import { checkFaults, FAULT_NAMES } from "../../src/faults/check-faults.ts";

const FAULTS = [
  { fault: "chunks", bytes: 0 },
  { fault: "noise", text: "\u001b[0m", times: 2, afterLines: 3 },
  { fault: "invalid-line", text: "{", atByte: 9 },
  { fault: "long-line", bytes: 1000 },
  { fault: "stall", ms: 5 },
  { fault: "flood", lines: 5 },
  { fault: "exit", signal: "SIGKILL", undrained: true, afterType: "system/init" },
  { fault: "no-result" },
  { fault: "no-exit" },
  { fault: "ignore-sigterm" },
  { fault: "grandchild", ms: 5 },
  { fault: "close-stdin", afterType: "result", afterLines: 2 },
  { fault: "stderr-flood", bytes: 5 },
  { fault: "duplicate-lines", times: 2 },
  { fault: "lines-after-result", lines: ["a"] },
  { fault: "late-result", ms: 5 },
];

describe("checkFaults", () => {
  it("accepts every fault", () => {
    expect(checkFaults(FAULTS)).toBe(FAULTS);
    expect(FAULTS.map(({ fault }) => fault)).toEqual(FAULT_NAMES);
  });

  it("reports the source, the location and what was expected", () => {
    expect(() => checkFaults([{ fault: "stall", ms: "long" }], "slow.json")).toThrow(
      'Invalid faults in slow.json:\n  faults[0].ms: expected a whole number from 0 to 2147483647, got "long"',
    );
  });

  it.each([
    ["a value that is not a list", { fault: "stall" }, "faults: expected a list of faults"],
    ["a fault that is not an object", ["stall"], 'faults[0]: expected a fault, got "stall"'],
    ["a fault without a name", [{ ms: 1 }], 'faults[0]: expected "fault" in a fault'],
    ["an unknown name", [{ fault: "stal" }], 'faults[0].fault: expected "chunks", "noise"'],
    ["an unknown name, with a suggestion", [{ fault: "stal" }], 'did you mean "stall"?'],
    ["a field of another fault", [{ fault: "stall", bytes: 1 }], 'faults[0].bytes: unknown key "bytes"'],
    ["a missing field", [{ fault: "chunks" }], 'faults[0]: expected "bytes" in a fault "chunks"'],
    [
      "a fractional byte offset",
      [{ fault: "exit", atByte: 0.5 }],
      "faults[0].atByte: expected a whole number of at least 0",
    ],
    ["two triggers", [{ fault: "exit", atByte: 1, afterLines: 1 }], 'expected only one of "atByte" and "afterLines"'],
    [
      "both a code and a signal",
      [{ fault: "exit", code: 1, signal: "SIGTERM" }],
      'expected only one of "code" and "signal"',
    ],
    [
      "a signal that does not end a process",
      [{ fault: "exit", signal: "SIGWINCH" }],
      'faults[0].signal: expected "SIGABRT"',
    ],
    ["an exit code above 255", [{ fault: "exit", code: 256 }], "faults[0].code: expected a whole number from 0 to 255"],
    [
      "a type with spaces",
      [{ fault: "stall", afterType: "a b" }],
      "faults[0].afterType: expected a type of lines like",
    ],
    [
      "an unknown type, with a suggestion",
      [{ fault: "stall", afterType: "reslt" }],
      'got "reslt"; did you mean "result"?',
    ],
    ["a subtype without its type", [{ fault: "stall", afterType: "init" }], 'did you mean "system/init"?'],
    [
      "an unknown subtype, with a suggestion",
      [{ fault: "stall", afterType: "system/int" }],
      'did you mean "system/init"?',
    ],
    [
      "an unknown subtype, with a list of the known ones",
      [{ fault: "stall", afterType: "control_request/x" }],
      "there are control_request/can_use_tool,",
    ],
    [
      "an unknown type, with a list of the known ones",
      [{ fault: "stall", afterType: "banana" }],
      "there are assistant, user, result,",
    ],
    ["a text with a line break", [{ fault: "invalid-line", text: "a\nb" }], "expected a string without line breaks"],
  ])("refuses %s", (_, value, message) => {
    expect(() => checkFaults(value)).toThrow(message);
  });

  it("reports all problems at once", () => {
    expect(() => checkFaults([{ fault: "stall", ms: -1 }, { fault: "x" }])).toThrow(/faults\[0\][^]*faults\[1\]/);
  });
});

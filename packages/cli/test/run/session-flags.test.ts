import { describe, expect, it } from "vitest";
import type { SessionOptions } from "@unspool/client";
import { parseCommandLine } from "../../src/cli/parse-command-line.ts";
import { createSessionFlags, readOptionFlags } from "../../src/run/session-flags.ts";

function read(...argv: readonly string[]): SessionOptions {
  const flags = createSessionFlags({ asks: "", stops: "" });
  return readOptionFlags(parseCommandLine({ name: "try", flags, examples: [], run: async () => 0 }, argv));
}

describe("readOptionFlags", () => {
  it("returns the options of the client that the flags set", () => {
    expect(read()).toEqual({});
    expect(read("-m", "opus", "-r", "id", "--fork", "-p", "plan", "-b", "2", "--record", "a.jsonl")).toEqual({
      model: "opus",
      resume: "id",
      fork: true,
      permissionMode: "plan",
      budget: { usd: 2 },
      record: "a.jsonl",
    });
  });

  it("sets no permission mode for --permission ask", () => {
    expect(read("--permission", "ask")).toEqual({});
  });

  it.each([
    [["--budget", "0"], '--budget takes a number above 0, not "0".'],
    [["--model", ""], '--model takes a non-empty string, not "".'],
    [["--fork"], "--fork needs a session to go on from: give --resume or --continue, too."],
    [
      ["--resume", "id", "--continue"],
      "--resume names a session and --continue means the last one of the folder: give one of them.",
    ],
  ])("rejects %j and names flags instead of options", (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
  });
});

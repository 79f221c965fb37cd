import { expect, test } from "vitest";
import { readArguments } from "../../../src/cli/arguments/arguments.ts";
import { Refusal } from "../../../src/cli/arguments/refusal.ts";
import { chooseSession, type SessionStart } from "../../../src/cli/sessions/choose-session.ts";
import { createMemoryStore } from "../../../src/cli/sessions/session-store.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const STREAM = ["-p", "--output-format", "stream-json", "--verbose"];

function resumeAt(name: string, version: string): SessionStart {
  const store = createMemoryStore();
  const state = { played: [0], messages: 4, marks: [["known", 2]] };
  store.save({ cwd: "/a", seed: 1, runs: 1, session: { id: ID, totalCostUsd: 0, state } });
  const words = [...STREAM, "hi", "--resume", ID, "--resume-session-at", name];
  const command = readArguments(words, { UNSPOOL_SIMULATE_VERSION: version }, "/a");
  if (command.kind !== "run") throw new Error(`unexpected ${command.kind}`);
  return chooseSession(command.arguments, store, "/a");
}

function catchRefusal(name: string, version: string): Refusal {
  try {
    resumeAt(name, version);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("the session was not refused");
}

test("resumes a session at one of its lines", () => {
  expect(resumeAt("known", "2.1.325").resumed?.state).toMatchObject({ messages: 2 });
});

test.each([
  ["2.1.325", "No message found with message.uuid of: other", true, true],
  ["2.1.74", "No message found with message.uuid of: other", false, true],
  ["2.0.76", "No message found with message.uuid of: other", true, false],
  ["1.0.128", "No assistant message found with message.id of: other", true, false],
])("%s refuses to resume at an unknown line: %s", (version, sentence, isTold, hasLine) => {
  const { text, line, exitCode } = catchRefusal("other", version);
  expect([text, exitCode]).toEqual([isTold ? `${sentence}\n` : "", 1]);
  expect(line?.includes(sentence) ?? false).toBe(hasLine);
});

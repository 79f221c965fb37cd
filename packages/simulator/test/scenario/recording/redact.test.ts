// The texts of a recording pass the redactor of the protocol package before they become a scenario.
import { expect, test } from "vitest";
import { scenarioFromRecording } from "../../../src/scenario/recording/from-recording.ts";

/** Returns the reply of the scenario for this text of the model in the recording. */
function replyTo(text: string): unknown {
  const message = { id: "msg_1", role: "assistant", content: [{ type: "text", text }] };
  const lines = [
    { type: "assistant", message, session_id: "s" },
    { type: "result", subtype: "success", result: text },
  ];
  return scenarioFromRecording(lines.map((line) => JSON.stringify(line)).join("\n")).turns[0]?.replies[0];
}

const long = "aB3dE6gH9".repeat(5);

test.each([
  ["sk-ant-api03-AbCdEfGhIjKlMnOpQrStUv", "[redacted]"],
  [`"ghp_${long}"`, '"[redacted]"'],
  [`github_pat_${long}`, "[redacted]"],
  ["xoxb-1234567890-abcdefghij", "[redacted]"],
  ["AKIAABCDEFGHIJKLMNOP", "[redacted]"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "[redacted]"],
  ["Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer [redacted]"],
  ["export MY_API_KEY=abcdef123456", "export MY_API_KEY=[redacted]"],
  ['{"password": "correct-horse"}', '{"password": "[redacted]"}'],
  ["https://user:pass@example.org/x", "https://user:[redacted]@example.org/x"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "[redacted]"],
  // Not found by the redactor that the simulator had before.
  ["export PGPASSWORD=abc1", "export PGPASSWORD=[redacted]"],
  ["gsk_abcdefghij0123456789", "[redacted]"],
  ["curl -u ada:lovelace https://example.org", "curl -u ada:[redacted] https://example.org"],
])("redacts the secret in %s", (text, expected) => {
  expect(replyTo(text)).toBe(expected);
});

test.each([
  "the password is checked",
  "sk-learn and task-list",
  "a token of thanks",
  "src/secret-santa.ts",
  "https://example.org:8080/a@b",
  `iVBORw0KGgo${long}AKIAABCDEFGHIJKLMNOP${long}==`,
])("keeps ordinary text: %s", (text) => {
  expect(replyTo(text)).toBe(text);
});

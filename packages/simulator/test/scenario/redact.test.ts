import { expect, test } from "vitest";

import { redactSecrets } from "../../src/scenario/redact.ts";

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
])("%s", (text, expected) => {
  expect(redactSecrets(text)).toBe(expected);
});

test.each([
  "the password is checked",
  "sk-learn and task-list",
  "a token of thanks",
  "src/secret-santa.ts",
  "https://example.org:8080/a@b",
  `iVBORw0KGgo${long}AKIAABCDEFGHIJKLMNOP${long}==`,
])("ordinary text stays: %s", (text) => {
  expect(redactSecrets(text)).toBe(text);
});

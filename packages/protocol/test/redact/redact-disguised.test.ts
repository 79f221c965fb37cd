// Secrets that are hidden by colours, line numbers, invisible characters or an encoding.
import { describe, expect, it } from "vitest";
import { redactText } from "../../src/redact.ts";

const SECRET = "sk-ant-api03-AbCdEf0123456789AbCdEf0123456789-AbCdEf01";
const TAIL = "0123456789-AbCdEf01";
const GITHUB = `ghp_${"a1B2".repeat(9)}`;
const KEY_LINES = ["MIIEpAIBAAKCAQEAabcdefghijk", "QQQQQQQQQQQQQQQQQQQQ"];

describe("a key is found", () => {
  it.each([
    ["that grep has coloured", `\u001B[01;31m\u001B[Ksk-ant\u001B[m\u001B[K${SECRET.slice(6)}`],
    ["with a colour inside it", `${SECRET.slice(0, 20)}\u001B[31m${SECRET.slice(20)}`],
    ["with a colour inside its prefix", `s\u001B[0mk-ant${SECRET.slice(6)}`],
    ["with an invisible character inside it", `${SECRET.slice(0, 20)}\u200B${SECRET.slice(20)}`],
  ])("%s, as text and as JSON", (_, text) => {
    for (const given of [text, JSON.stringify({ a: text }), JSON.stringify({ a: JSON.stringify({ b: text }) })]) {
      expect(redactText(given)).not.toContain(TAIL);
      expect(redactText(given)).toContain("[redacted]");
    }
  });

  it.each([
    ["after another name", `/tmp/key_${GITHUB}.txt`, GITHUB],
    ["alone before the host", `https://${"a1B2".repeat(9)}@example.com/x`, "a1B2a1B2"],
    [
      "in the address of a bot",
      "https://api.telegram.org/bot123456789:AAE-abcdefghijklmnopqrstuvwxyz12345/x",
      "AAE-abc",
    ],
    ["in a webhook URL", `https://discord.com/api/webhooks/123456789012345678/${"aB3_".repeat(15)}`, "aB3_"],
    ["among cookies", "curl -H 'Cookie: a=b; session=abcdef1234567890' x", "abcdef1234567890"],
    ["as the value of a named variable", '{"name":"DB_PASSWORD","value":"hunter2hunter2"}', "hunter2"],
    ["in base64", Buffer.from(SECRET).toString("base64"), "LUFiQ2RFZjAx"],
    ["in base64 after one more character", Buffer.from(`A${SECRET}`).toString("base64"), "BYkNkRWYw"],
    ["in base64 after two more characters", Buffer.from(`A=${SECRET}`).toString("base64"), "QWJDZEVm"],
  ])("%s", (_, text, leak) => {
    expect(text).toContain(leak);
    expect(redactText(text)).not.toContain(leak);
  });

  it.each([
    ["line numbers of Read", (line: string, place: number) => `${place + 1}→${line}`],
    ["line numbers of grep", (line: string, place: number) => `key.pem:${place + 1}:${line}`],
    ["the signs of a diff", (line: string) => `+${line}`],
    ["a bar", (line: string) => `| ${line}`],
  ])("that is cut off after %s", (_, prefix) => {
    const text = ["-----BEGIN RSA PRIVATE KEY-----", ...KEY_LINES].map(prefix).join("\n");
    for (const given of [text, JSON.stringify({ text })]) {
      for (const line of KEY_LINES) expect(redactText(given)).not.toContain(line);
    }
  });
});

it("redacts given values in base64 and in URLs", () => {
  const value = "correct horse/battery";
  for (let shift = 0; shift < 3; shift++) {
    const text = Buffer.from(`${"x".repeat(shift)}${value}!`).toString("base64");
    expect(redactText(text, { values: [value] })).toContain("[redacted]");
  }
  expect(redactText(`?q=${encodeURIComponent(value)}`, { values: [value] })).toBe("?q=[redacted]");
});

it("keeps colours in text without a secret", () => {
  const text = "\u001B[31merror\u001B[0m: the key is missing\nhttps://example.com/@scope";
  expect(redactText(text)).toBe(text);
  const diff = "-----BEGIN CERTIFICATE-----\nMIIB\n+ok";
  expect(redactText(diff)).toBe(diff);
});

// Text that looks like a secret is redacted, and JSON stays JSON.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadRuns, transcriptsPath } from "../../../../fixtures/load.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { createRedactor, redactText, secretValuesOf } from "../../src/redact.ts";

/** Built from parts, so that no secret scanner reports this file. */
const joined = (...parts: readonly string[]): string => parts.join("");
const pem = (edge: string): string => joined("-----", edge, " RSA PRIV", "ATE KEY-----");
const secrets: Readonly<Record<string, string>> = {
  anthropic: joined("sk-", "ant-api03-AbCdEf0123456789_abcdef-XYZ"),
  openai: joined("sk-", "proj-AbCdEf0123456789abcdefXYZ"),
  github: joined("ghp_", "abcdefghij0123456789ABCDEFGHIJ012345"),
  "github, fine-grained": joined("github_", "pat_11ABCDEFG0abcdefghijkl_mnopqrstuv"),
  aws: joined("AKIA", "IOSFODNN7EXAMPLE"),
  slack: joined("xoxb-", "123456789012-abcdefABCDEF"),
  google: joined("AIza", "SyA1234567890abcdefghijklmnopqrstuv"),
  jwt: joined("eyJ", "hbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLWhlcmU"),
  "private key": `${pem("BEGIN")}\nMIIEowIBAAKCAQEA\nabc/def+0=\n${pem("END")}`,
};

describe.each(Object.entries(secrets))("a secret of the kind %s", (_, secret) => {
  it.each([
    ["in a sentence", (text: string) => `Use ${text} for now.`],
    ["at the beginning of a line", (text: string) => `one\n${text}\ntwo`],
    ["in JSON", (text: string) => JSON.stringify({ type: "user", text: `a\n${text}\n"b"`, n: 1.5 })],
    ["in JSON in JSON", (text: string) => JSON.stringify({ line: JSON.stringify({ text: `a\n${text}`, n: [1] }) })],
    [
      "in three levels of JSON",
      (text: string) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: text }) }) }),
    ],
    ["as a JSON key", (text: string) => JSON.stringify({ [text]: 1 })],
  ])("is replaced %s", (_place, wrap) => {
    const redacted = redactText(wrap(secret));
    for (const part of secret.split("\n")) if (!part.startsWith("---")) expect(redacted).not.toContain(part);
    expect(redacted).toContain("[redacted]");
    expect(shapeOf(redacted)).toEqual(shapeOf(wrap("harmless")));
  });
});

describe("a name that suggests a secret", () => {
  it.each([
    ["DB_PASSWORD=correcthorse rest", "DB_PASSWORD=[redacted] rest"],
    ["export API_KEY='two words'", "export API_KEY='[redacted]'"],
    ['{"password":"a\\"b\\\\","n":1}', '{"password":"[redacted]","n":1}'],
    ['{ "client_secret" : "x" , "n":1}', '{ "client_secret" : "[redacted]" , "n":1}'],
    ['say {\\"token\\":\\"abc\\"} twice', 'say {\\"token\\":\\"[redacted]\\"} twice'],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=[redacted]"],
    ["//registry.example/:_authToken=abcdef12345", "//registry.example/:_authToken=[redacted]"],
    ["curl --token abcdef -v", "curl --token [redacted] -v"],
    ["Authorization: Bearer abc", "Authorization: Bearer [redacted]"],
    ["-H 'authorization: Basic dTpw'", "-H 'authorization: Basic [redacted]'"],
    ["with Bearer abc.def/0123456", "with Bearer [redacted]"],
    ["https://user:p@ss:word@host.example/path", "https://user:[redacted]@host.example/path"],
    ['process.env["API_KEY"] = "abcd"', 'process.env["API_KEY"] = "[redacted]"'],
    ["password: hunter2hunter2", "password: [redacted]"],
    ['{"cut":"off \\"password\\":\\"hunter2', '{"cut":"off \\"password\\":\\"[redacted]'],
  ])("in %s has only its value redacted", (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    "password: the one you use",
    "token: string",
    "const token = getToken()",
    "token = options.token",
    "API_KEY=$OTHER",
    '{"input_tokens":12,"max_tokens":64}',
    '{"apiKeySource":"ANTHROPIC_API_KEY"}',
    '{"_meta":{"progressToken":"abcdefghij0123"}}',
    "PWD=/some/folder",
    "http://localhost:8080/a@b",
    "the bearer responsibility",
    "pip install sk-learn-contrib-extras",
    '{"password":null,"secret":true,"token":12}',
    '{"password":"<your password>"}',
  ])("is not treated as a name in: %s", (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe("redacting", () => {
  it("leaves every line of every recording and transcript unchanged", () => {
    const changed: string[] = [];
    const expectSame = (name: string, lines: readonly string[]): void => {
      for (const line of lines) {
        if (redactText(line) !== line) changed.push(`${name}: ${redactText(line).slice(0, 200)}`);
      }
    };
    for (const { id, lines, stdinLines } of [...loadRuns("recordings"), ...loadRuns("scenarios")]) {
      expectSame(id, [...lines, ...stdinLines]);
    }
    for (const name of readdirSync(transcriptsPath, { recursive: true, encoding: "utf8" })) {
      if (name.endsWith(".jsonl")) expectSame(name, readFileSync(join(transcriptsPath, name), "utf8").split("\n"));
    }
    expect(changed).toEqual([]);
  });

  it("changes only strings of JSON, and changes nothing the second time", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        ...Object.values(secrets),
        'password="',
        "\\",
        '\\"',
        "token:",
        "API_KEY=",
        "\n",
        "://a:b@",
        "[redacted]",
      ),
    );
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
    const leaf = fc.oneof(
      text,
      text.map((inner) => JSON.stringify({ password: inner, inner })),
      fc.integer(),
      fc.constant(null),
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "password", "token", "api_key", "b"), tie("value")),
      ),
    })).value;
    checkProperty(
      "redacted JSON keeps its structure",
      fc.property(fc.dictionary(fc.constantFrom("x", "secret", "y"), json), (object) => {
        const line = JSON.stringify(object);
        const once = redactText(line);
        expect(shapeOf(once)).toEqual(shapeOf(line));
        expect(redactText(once)).toBe(once);
      }),
      scaleRuns(300),
    );
  });

  it("changes nothing the second time, even before its own placeholder", () => {
    // Seed 1636233486.
    const once = redactText("token:\0\0𐀀𐀀𐀀API_KEY=𐀀𐀀");
    expect(redactText(once)).toBe(once);
  });

  it("terminates for texts that are built to be slow", () => {
    for (const piece of [
      "sk-",
      "eyJaaaaaaaa.",
      "password=",
      'password="',
      'password=\\"',
      "://a:",
      "-----BEGIN PRIVATE KEY-----",
      "a-a_a",
      "\\",
      '"',
      "Bearer ",
      "token ",
      "[redacted]",
      "authorization: bearer ",
      "cookie:",
    ]) {
      const text = piece.repeat(Math.ceil(400_000 / piece.length));
      expect(redactText(text).length).toBeGreaterThan(0);
      expect(redactText(`{"a":${JSON.stringify(text)}}`).startsWith('{"a":"')).toBe(true);
    }
  });

  it("replaces given values at any depth of quoting", () => {
    const value = 'my "own" value\\';
    const redact = createRedactor({ values: [value, "own"] });
    expect(redact(`x ${value} y`)).toBe("x [redacted] y");
    expect(JSON.parse(redact(JSON.stringify({ a: JSON.stringify({ b: value }) })))).toEqual({
      a: '{"b":"[redacted]"}',
    });
  });

  it("takes values from variables whose names suggest a secret, unless they are as short as words", () => {
    expect(
      secretValuesOf({ MY_TOKEN: "abcdefgh", PATH: "/usr/bin", DB_PASSWORD: "a", OTHER_SECRET: undefined }),
    ).toEqual(["abcdefgh"]);
  });
});

/** Returns the JSON value without the content of its strings. */
function shapeOf(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? "" : renamed(value)));
  } catch {
    return undefined;
  }
}

function renamed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.values(value);
}

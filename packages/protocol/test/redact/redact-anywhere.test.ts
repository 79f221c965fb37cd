// A secret is redacted in any position, with any text around it, any quoting, and in JSON or not.
// Base64, compression, percent-encoding and other encodings are not covered, because the text does not show them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, redactText } from "../../src/redact.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

/** Built from parts, so that no secret scanner reports this file. */
const joined = (...parts: readonly string[]): string => parts.join("");
const hex = "0123456789abcdef".repeat(2);
const letters = "AbCdEf0123456789abcdefGhIjKl";
const shapes = [
  joined("sk-", "ant-api03-AbCdEf0123456789_abcdef-XYZ"),
  joined("ghp_", "abcdefghij0123456789ABCDEFGHIJ012345"),
  joined("hvs", ".", letters),
  joined("gsk", "_", letters),
  joined("xai", "-", letters),
  joined("shpat", "_", hex),
  joined("dapi", hex),
  joined("lin_", "api_", letters),
];
const own = "correct horse 12 battery";
const redact = createRedactor({ values: [own, "a1b2c3d4"] });

const escaped = (text: string): string =>
  Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const surroundings = fc.constantFrom(
  "",
  " ",
  "[",
  "[debug] ",
  "{",
  "{ ",
  "[1, 2] ",
  '{"a":1} ',
  '"',
  'x "quoted" ',
  "'",
  "`",
  "\n",
  "\\n",
  "<b>",
  "(",
  "key=",
  "é ",
  "] ",
  "}",
  ", ",
  "\t[info] ",
  '{"cut":"',
  "//",
);
const places: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify({ a: [1, { b: `x ${secret} y` }] }),
  (secret) => JSON.stringify({ [secret]: true }),
  (secret) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([secret]) }) }),
  (secret) => `{"a":"${escaped(secret)}"}`,
  (secret) => `{"a":${JSON.stringify(`{"b":"${escaped(secret)}"}`)}}`,
  (secret) => `{"a":"${escaped(secret)}`,
  (secret) => `{a: '${secret}', }`,
  (secret) => `[${secret}]`,
  (secret) => `{"a":"b"} ${secret} {"c":"d"}`,
  (secret) => `["a", "b\n${secret}"]`,
];

describe("a secret is redacted", () => {
  it("in any position", () => {
    const secret = fc.constantFrom(...shapes, own);
    checkProperty(
      "a secret is gone wherever it stands",
      fc.property(
        secret,
        fc.constantFrom(...places),
        fc.array(surroundings, { maxLength: 3 }),
        fc.array(surroundings, { maxLength: 3 }),
        (value, place, before, after) => {
          const text = before.join("") + place(value) + after.join("");
          const redacted = redact(text);
          expect(redacted).not.toContain(value);
          expect(redacted).not.toContain(escaped(value));
          expect(redacted).not.toContain(escaped(value).replaceAll("\\", "\\\\"));
          expect(redacted).toContain("[redacted]");
          expect(redact(redacted)).toBe(redacted);
        },
      ),
      scaleRuns(3000),
    );
  });

  it("as a JSON number, and the result is still JSON", () => {
    const numbers = createRedactor({ values: ["123456789"] });
    expect(numbers('{"a":123456789,"b":[1,-5.5e3,true,null]}')).toBe('{"a":"[redacted]","b":[1,-5.5e3,true,null]}');
  });

  it.each([
    ["[debug] password=hunter2hunter2", "[debug] password=[redacted]"],
    ["<password>hunter2</password>", "<password>[redacted]</password>"],
    ["<db:apiKey type='x'>hunter2 x</db:apiKey>", "<db:apiKey type='x'>[redacted]</db:apiKey>"],
    ["ENV SECRET_KEY hunter2", "ENV SECRET_KEY [redacted]"],
    ["RUN x\nARG API_TOKEN hunter2", "RUN x\nARG API_TOKEN [redacted]"],
    ["set -x API_TOKEN hunter2", "set -x API_TOKEN [redacted]"],
    ["set -gx API_TOKEN 'hunter2 x'", "set -gx API_TOKEN '[redacted]'"],
    ["set --global --export API_TOKEN hunter2", "set --global --export API_TOKEN [redacted]"],
    ["machine h login u password hunter2", "machine h login u password [redacted]"],
    ["machine h\n  login u\n  password hunter2\n", "machine h\n  login u\n  password [redacted]\n"],
    ["curl -s -u user:hunter2 https://h", "curl -s -u user:[redacted] https://h"],
    ["curl -uuser:hunter2 https://h", "curl -uuser:[redacted] https://h"],
    ["curl https://h --user 'user:hunter2'", "curl https://h --user 'user:[redacted]'"],
    ["GET /a?key=abc123def456ghi HTTP", "GET /a?key=[redacted] HTTP"],
    ["https://h/a?x=1&sig=Ab1%2Fcdefghijk%3D", "https://h/a?x=1&sig=[redacted]"],
    ["client-key-data: TUlJRXBBSUJBQUtDQVFFQQ==", "client-key-data: [redacted]"],
    ['{"auths":{"h":{"auth":"dXNlcjpodW50ZXIy"}}}', '{"auths":{"h":{"auth":"[redacted]"}}}'],
    ["//h/:_auth=dXNlcjpodW50ZXIy", "//h/:_auth=[redacted]"],
    ["MYSQL_PWD=hunter2 mysql", "MYSQL_PWD=[redacted] mysql"],
    ["DB_PASS=hunter2", "DB_PASS=[redacted]"],
    ['{"args":["--password","hunter2","-v"]}', '{"args":["--password","[redacted]","-v"]}'],
    ['x {"url":"https:\\/\\/u:hunter2@h"}', 'x {"url":"https://u:[redacted]@h"}'],
  ])("in %s", (text, expected) => {
    expect(redactText(text)).toBe(expected);
    expect(JSON.parse(redactText(JSON.stringify({ text })))).toEqual({ text: expected });
  });
});

it("after a name with escaped letters", () => {
  const text = '{"p\\u0061ssword":"hunter2"}';
  expect(redactText(text)).toBe('{"p\\u0061ssword":"[redacted]"}');
  expect(redactText(JSON.stringify({ text }))).toBe(JSON.stringify({ text: '{"password":"[redacted]"}' }));
});

describe("ordinary text is not redacted", () => {
  it.each([
    "[debug] nothing to see",
    "the password is wrong",
    "login with your password please",
    "docker run -u 1000:1000 image",
    "curl -u $USER:$PASS https://h",
    "<password></password> <token>${TOKEN}</token>",
    "?key=value&sort=name",
    "map[key] = a ? key : other",
    '{"auth":"none","author":"somebody"}',
    '{"auth":"bearer12"}',
    "set -x; echo token ring",
    "ENV NODE_ENV production",
    "PWD=/some/folder OLDPWD=/other",
    "dapi is an api",
    "lin_reg = LinearRegression()",
    'const url = "https:\\/\\/example.com\\/a"; // secret',
    "first_pass=compile second_pass=link",
    "\\u0041bc token",
    "keys: a, b, c",
  ])("%s", (text) => {
    expect(redactText(text)).toBe(text);
    expect(redactText(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });

  it("in this repository's sources and documents, except for one line in a thousand", () => {
    const root = join(import.meta.dirname, "../../../..");
    const changed: string[] = [];
    let lines = 0;
    for (const folder of [
      "packages/protocol/src",
      "packages/client/src",
      "packages/simulator/src",
      "packages/cli/src",
      "docs",
    ]) {
      for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
        if (!/\.(?:ts|md)$/.test(name)) continue;
        for (const line of readFileSync(join(root, folder, name), "utf8").split("\n")) {
          lines++;
          if (redactText(line) !== line) changed.push(`${name}: ${line.trim().slice(0, 160)}`);
        }
      }
    }
    // Seven of 40,000 lines, which are examples of secrets.
    expect(changed.length / lines).toBeLessThan(0.001);
  });
});

describe("redaction takes linear time for", () => {
  const hostile = [
    "sk-",
    "eyJaaaaaaaa.",
    "password=",
    'password="',
    'password=\\"',
    "<password>",
    "<password ",
    "<",
    "://a:",
    "-----BEGIN PRIVATE KEY-----",
    "a-a_a",
    "\\",
    '"',
    '{"',
    '["--token",',
    "Bearer ",
    "token ",
    "ENV token ",
    "set -x -x -x token ",
    "login a password ",
    "login ",
    "curl -u a:",
    " -u a:b",
    "auth=YWJj",
    "auth:",
    "?key=",
    "?key=a",
    "\\u0073",
    "\\\\u0073k-",
    "\\/",
    "[redacted]",
    "cookie:",
    "1234567890",
    "dapi",
    " ",
    "[",
    "true",
  ];

  it.each(hostile)("%j", (piece) => {
    const workFor = (length: number, before: string): number => {
      const text = before + piece.repeat(Math.ceil(length / piece.length)) + " sk-";
      const times = [0, 1].map(() => {
        const start = process.cpuUsage();
        redact(text);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      });
      return Math.min(...times);
    };
    for (const before of ["", "[", '{"a":"']) {
      // 16 times the text: quadratic would be 256 times the work. Two milliseconds are added for the fixed cost of both.
      expect((workFor(80_000, before) + 2000) / (workFor(5000, before) + 2000)).toBeLessThan(100);
    }
  });
});

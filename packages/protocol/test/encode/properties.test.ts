// Law of the encoder: any input gives either an EncodeError or exactly one line that parses back to the input.
import * as fc from "fast-check";
import { checkProperty } from "../../../../tools/testing/property.ts";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { EncodeError } from "../../src/encode/encode-error.ts";

/** Any UTF-16, well formed or not, and characters that some readers treat as line ends. */
const text = fc.string({
  unit: fc.oneof(
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom("\n", "\r", "\u0085", "\u2028", "\u2029", "\0", '"', "\\", "\ud83d", "\ude00", "😀", " "),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});
const json = fc.jsonValue({ stringUnit: "binary" }).map(withoutNegativeZero);
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    text,
    fc.array(tie("value")),
    fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "toJSON", "constructor")), tie("value")),
  ),
})).value;

describe("the encoder", () => {
  test("writes any text, and rejects it exactly when it is blank or not well formed", () => {
    checkProperty(
      "encode: any text",
      fc.property(text, (content) => {
        const line = lineOf(() => encode.user(content));
        const isRefused = content.trim() === "" || /\p{Surrogate}/u.test(content);
        expect(line === undefined).toBe(isRefused);
        if (line !== undefined) expect(read(line)).toMatchObject({ message: { content } });
      }),
    );
  });

  test("writes any JSON without lone surrogates so that it parses back equal", () => {
    checkProperty(
      "encode: any JSON",
      fc.property(fc.oneof(json, anyJson), (value) => {
        const line = lineOf(() => encode.answer("r", { value }));
        expect(line === undefined).toBe(hasLoneSurrogate(value));
        if (line !== undefined)
          expect(read(line)).toEqual({
            type: "control_response",
            response: { subtype: "success", request_id: "r", response: { value } },
          });
      }),
    );
  });

  test("writes exactly one line or rejects, for any input", () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    checkProperty(
      "encode: any value",
      fc.property(anything, (value) => {
        for (const encoding of encodingsOf(value as never)) {
          const line = lineOf(encoding);
          if (line !== undefined) read(line);
        }
      }),
    );
  });

  test("writes equal lines for equal input", () => {
    checkProperty(
      "encode: any request",
      fc.property(anyJson, (value) => {
        const once = lineOf(() => encode.answer("r", { value }));
        expect(lineOf(() => encode.answer("r", { value: structuredClone(value) }))).toBe(once);
      }),
    );
  });
});

/** Passes the value to every encoder in every position, with a false type as a JavaScript caller could. */
function encodingsOf(value: never): (() => string)[] {
  const place: { type: "tool_result"; tool_use_id: string; content: never } = {
    type: "tool_result",
    tool_use_id: "t",
    content: value,
  };
  return [
    () => encode.user(value),
    () => encode.user([value]),
    () => encode.user([encode.text("hi"), place]),
    () => encode.user([encode.text(value)]),
    () => encode.user([encode.image({ url: value })]),
    () => encode.user([encode.image({ data: value, mediaType: "image/png" })]),
    () => encode.user([encode.image({ data: "QUJD", mediaType: value })]),
    () => encode.user([{ type: "document", source: value }]),
    () => encode.user("hi", { uuid: value }),
    () => encode.user("hi", { origin: value, pastedContent: value, parentToolUseId: value, sessionId: value }),
    () => encode.control<string>("r", { subtype: value }),
    () => encode.control("r", { subtype: "new", value }),
    () => encode.initialize("r", { jsonSchema: value, hooks: value }),
    () => encode.initialize("r", value),
    () => encode.initialize("r", { systemPrompt: value, hooks: { Stop: value } }),
    () => encode.initialize("r", { hooks: { Stop: [value] } }),
    () => encode.mcpSetServers("r", value),
    () => encode.mcpSetServers("r", { files: value }),
    () => encode.mcpSetServers("r", { files: { command: value, args: value } }),
    () => encode.renameSession("r", value),
    () => encode.setMaxThinkingTokens("r", value),
    () => encode.setModel(value, "opus"),
    () => encode.setModel("r", value),
    () => encode.interrupt("r", { cancelQueued: value }),
    () => encode.mcpCall("r", value, value, { inputFiles: value, expiresAt: value }),
    () => encode.answer("r", value),
    () => encode.hookAnswer("r", value),
    () => encode.mcpAnswer("r", value),
    () => encode.allow("r", value, { updatedPermissions: value }),
    () => encode.deny("r", value, { interrupt: value }),
    () => encode.deny("r", "no", { toolUseId: value }),
    () => encode.refuse("r", value),
    () => encode.refuse("r", "no", value),
    () => encode.cancelRequest(value),
    () => encode.documented.userMessage(value),
    () => encode.documented.compact(value),
  ];
}

/** Returns the line, or undefined if the encoder rejected the input. Any other error fails the test. */
function lineOf(encoding: () => string): string | undefined {
  try {
    return encoding();
  } catch (error) {
    if (error instanceof EncodeError) return undefined;
    throw error;
  }
}

function read(line: string): unknown {
  expect(line.endsWith("\n")).toBe(true);
  expect(line.slice(0, -1)).not.toMatch(/[\n\r\u0085\u2028\u2029]|\p{Surrogate}/u);
  const message: unknown = JSON.parse(line);
  expect(message).toHaveProperty("type");
  return message;
}

function hasLoneSurrogate(value: unknown): boolean {
  return /\\ud[89a-f]/.test(JSON.stringify(value).replaceAll("\\\\", ""));
}

/** JSON.stringify writes -0 as 0, and so do we. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// User content that would make every later request of a session fail is rejected before it is sent.
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { EncodeError } from "../../src/encode/encode-error.ts";
import type { UserContent } from "../../src/wire/input/user-message.ts";
import { getRejection } from "./refusal.ts";

const refuses = (content: unknown) => getRejection(() => encode.user(content as UserContent));
const base64 = (data: unknown, media_type: unknown = "image/png") => ({
  type: "image",
  source: { type: "base64", media_type, data },
});

describe("a user message is rejected", () => {
  test("when it is empty or blank", () => {
    for (const content of ["", " \n\t", "\u00a0\ufeff", []]) {
      expect(refuses(content)).toEqual(["empty-message", "content"]);
    }
  });

  test("when it is neither text nor a list", () => {
    for (const content of [undefined, null, 7, {}, encode.text("hi"), new Map()]) {
      expect(refuses(content)).toEqual(["invalid-value", "content"]);
    }
  });

  test("when one of its text blocks is empty or blank", () => {
    expect(refuses([encode.text("")])).toEqual(["empty-message", "content[0].text"]);
    expect(refuses([encode.text("hi"), encode.text(" ")])).toEqual(["empty-message", "content[1].text"]);
    expect(refuses([{ type: "text" }])).toEqual(["invalid-value", "content[0].text"]);
  });

  test("when a block is invalid", () => {
    expect(refuses(["hi"])).toEqual(["invalid-value", "content[0]"]);
    expect(refuses([null])).toEqual(["invalid-value", "content[0]"]);
    expect(refuses([{ text: "hi" }])).toEqual(["invalid-value", "content[0].type"]);
    expect(refuses([{ type: "image" }])).toEqual(["invalid-value", "content[0].source"]);
  });

  test("when the API does not accept the image type", () => {
    for (const type of ["image/bmp", "image/svg+xml", "image/PNG", "png", "", undefined, null]) {
      expect(refuses([encode.text("look"), base64("iVBORw0KGgo=", type ?? null)])).toEqual([
        "image-type",
        "content[1].source.media_type",
      ]);
    }
  });

  test("when an image or a document is not base64", () => {
    for (const data of [
      "",
      "a",
      "abc==",
      "ab=c",
      "ab c",
      "iVBORw0\n",
      "data:image/png;base64,iVBORw0KGgo=",
      "ab-_",
      "a===",
      "====",
      7,
    ]) {
      expect(refuses([base64(data)])).toEqual(["bad-base64", "content[0].source.data"]);
    }
    const pdf = { type: "document", source: { type: "base64", media_type: "application/pdf", data: "%PDF" } };
    expect(refuses([pdf])).toEqual(["bad-base64", "content[0].source.data"]);
  });

  test("when a URL is not http or https", () => {
    for (const url of ["", "cat.png", "file:///etc/passwd", "ftp://x/y", "https://", "http:///x", "https://a b", 7]) {
      expect(refuses([{ type: "image", source: { type: "url", url } }])).toEqual(["bad-url", "content[0].source.url"]);
    }
  });

  test("when an image inside a tool result is invalid", () => {
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: [base64("iVBORw0KGgo=", "image/tiff")] };
    expect(refuses([result])).toEqual(["image-type", "content[0].content[0].source.media_type"]);
  });

  test("when its uuid is empty", () => {
    expect(getRejection(() => encode.user("hi", { uuid: "" }))).toEqual(["empty-id", "uuid"]);
  });

  test("when its options are not an object or have an unknown name", () => {
    for (const options of ["uuid", null, 5, [], new Map()]) {
      expect(getRejection(() => encode.user("hi", options as object))).toEqual(["invalid-value", "options"]);
    }
    const misspelt = { sessionID: "s" } as object;
    expect(getRejection(() => encode.user("hi", misspelt))).toEqual(["invalid-value", "sessionID"]);
    expect(() => encode.user("hi", misspelt)).toThrow("sessionID is s: there is no such option.");
    expect(getRejection(() => encode.user("hi", { sessionId: "\ud800" }))).toEqual(["lone-surrogate", "sessionId"]);
  });

  test("when an image has no data", () => {
    // @ts-expect-error a JavaScript caller
    expect(() => encode.image()).toThrow(new EncodeError("invalid-value", "image", "must be a plain object"));
  });

  test("when it contains a lone surrogate, with its path", () => {
    expect(refuses("half \ud83d")).toEqual(["lone-surrogate", "content"]);
    expect(refuses([encode.text("ok"), encode.text("\udE00")])).toEqual(["lone-surrogate", "content[1].text"]);
  });

  test("with a message that says what is wrong and what to do", () => {
    const sentenceOf = (content: unknown) => {
      try {
        return encode.user(content as UserContent);
      } catch (error) {
        return error instanceof EncodeError ? error.message : error;
      }
    };
    expect([
      sentenceOf(" "),
      sentenceOf([null]),
      sentenceOf([base64("iVBORw0KGgo=", "image/bmp")]),
      sentenceOf([base64("iVBOR\n")]),
      sentenceOf([encode.text("\udE00")]),
      sentenceOf([new Map()]),
      sentenceOf([{ type: "text", text: "x", at: new Date(0) }]),
      sentenceOf([{ type: "image", source: { type: "url", url: "cat.png" } }]),
      sentenceOf(5),
      sentenceOf(null),
      sentenceOf(encode.text("hi")),
    ]).toMatchInlineSnapshot(`
      [
        "content must not be empty or blank.",
        "content[0] must be a plain object.",
        "content[0].source.media_type must be image/png, image/jpeg, image/gif or image/webp.",
        "content[0].source.data must be base64 text without a data: prefix.",
        "content[0].text contains half of a surrogate pair.",
        "content[0] is a Map: JSON cannot represent it.",
        "content[0].at is a Date: JSON cannot represent it.",
        "content[0].source.url must begin with http:// or https://.",
        "content must be a text or a list of blocks, not a number.",
        "content must be a text or a list of blocks, not null.",
        "content must be a text or a list of blocks, not an object: put it in a list.",
      ]
    `);
  });
});

describe("a user message is accepted", () => {
  test("with image/jpg, which is written as image/jpeg, also inside a tool result", () => {
    const image = encode.image({ data: "QUJD", mediaType: "image/jpg" });
    const written = { ...image, source: { type: "base64", media_type: "image/jpeg", data: "QUJD" } };
    const result = { type: "tool_result", tool_use_id: "toolu_1" } as const;
    const line = encode.user([image, { ...result, content: [image] }]);
    expect(JSON.parse(line)).toMatchObject({ message: { content: [written, { ...result, content: [written] }] } });
    expect(image.source).toHaveProperty("media_type", "image/jpg");
  });

  test("with base64 without padding, which is added", () => {
    for (const [data, written] of [
      ["QQ", "QQ=="],
      ["QQ=", "QQ=="],
      ["QQ==", "QQ=="],
      ["QUI", "QUI="],
      ["QUJD", "QUJD"],
    ] as const) {
      expect(encode.user([encode.image({ data, mediaType: "image/png" })])).toContain(`"data":"${written}"`);
    }
  });

  test("with an image of megabytes", () => {
    const data = "QUJD".repeat(2_000_000);
    const line = encode.user([encode.image({ data, mediaType: "image/jpeg" })]);
    expect(line.length).toBeGreaterThan(data.length);
  });

  test("with whole surrogate pairs, NUL and every control character", () => {
    const text = `😀${String.fromCharCode(...Array(32).keys())}\u007f\ufffe`;
    expect(JSON.parse(encode.user(text))).toMatchObject({ message: { content: text } });
  });

  test("with an unknown block type, which may be newer than this package", () => {
    expect(encode.user([{ type: "hologram", angle: 3 }] as unknown as UserContent)).toContain(
      '{"type":"hologram","angle":3}',
    );
  });
});

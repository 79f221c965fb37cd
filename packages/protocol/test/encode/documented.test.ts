// The dialect of the documentation, as it is printed there.
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { getRejection } from "./refusal.ts";

describe("the documented dialect", () => {
  test("has a user_message with text", () => {
    expect(encode.documented.userMessage("What files are in the src directory?")).toBe(
      '{"type":"user_message","content":"What files are in the src directory?"}\n',
    );
  });

  test("has a user_message with blocks", () => {
    const content = [encode.text("Look"), encode.image({ data: "iVBORw0KGgo=", mediaType: "image/png" })];
    expect(encode.documented.userMessage(content)).toBe(
      '{"type":"user_message","content":[{"type":"text","text":"Look"},' +
        '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]}\n',
    );
  });

  test("has a cancel and a compact without a request id", () => {
    expect(encode.documented.cancel()).toBe('{"type":"control_request","request":{"subtype":"cancel"}}\n');
    expect(encode.documented.compact()).toBe('{"type":"control_request","request":{"subtype":"compact"}}\n');
    expect(encode.documented.compact("Focus on the authentication module")).toBe(
      '{"type":"control_request","request":{"subtype":"compact","custom_instructions":"Focus on the authentication module"}}\n',
    );
  });

  test("rejects the same input as the real dialect", () => {
    expect(getRejection(() => encode.documented.userMessage(""))).toEqual(["empty-message", "content"]);
    expect(getRejection(() => encode.documented.compact("\ud800"))).toEqual(["lone-surrogate", "custom_instructions"]);
  });
});

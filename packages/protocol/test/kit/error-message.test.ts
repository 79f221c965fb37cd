import { describe, expect, it } from "vitest";
import { getErrorMessage, toSentence } from "../../src/kit.ts";

describe("getErrorMessage", () => {
  it.each([
    ["an error", new Error(" broken "), "broken"],
    ["an error without a message", new RangeError(""), "RangeError"],
    ["a string", "broken", "broken"],
    ["undefined", undefined, "undefined"],
    ["blank text", "  ", "It failed without a message."],
    ["half of a character", "a\uD83D", "a\uFFFD"],
    ["an object that has no text", Object.create(null), "It failed without a message."],
    ["an error whose message is an object", Object.assign(new Error("x"), { message: {} }), "Error"],
  ])("reads %s", (_, thrown, expected) => {
    expect(getErrorMessage(thrown)).toBe(expected);
  });

  it("does not throw when a getter throws", () => {
    const error = Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("y");
      },
    });
    expect(getErrorMessage(error)).toBe("It failed without a message.");
  });
});

describe("toSentence", () => {
  it("adds a full stop if there is no end punctuation", () => {
    expect(["a", "a.", 'a "b."', "a?"].map(toSentence)).toEqual(["a.", "a.", 'a "b."', "a?"]);
  });
});

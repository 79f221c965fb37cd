import { describe, expect, it } from "vitest";
import { readDeclared } from "../src/declared.ts";
import { knownFieldsText } from "../src/known-fields.ts";

describe("the fields that `unspool check` knows", () => {
  it("are those that the wire types declare", async () => {
    await expect(knownFieldsText(readDeclared())).toMatchFileSnapshot("../../unspool/src/check/known-fields.ts");
  });
});

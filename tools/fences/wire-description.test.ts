// The wire is described once, by its types. What is known by name, what is checked and every known field follow from them.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateWireFiles } from "./wire/generate.ts";
import { parseWireTypes } from "./wire/read-types.ts";
import { root } from "./workspace.ts";

describe("the generated files of the wire", () => {
  it.each(Object.entries(generateWireFiles()))("%s follows from the types", async (name, text) => {
    await expect(text).toMatchFileSnapshot(join(root, "packages/protocol/src/wire/generated", name));
  });
});

describe("the reader of wire types", () => {
  const types = parseWireTypes(`
    interface Head { readonly id?: string; }
    interface Line<Subtype extends string> extends Head { readonly type: "system"; readonly subtype: Subtype; }
    export type Begun = Line<"begun">;
    /** readonly comment: string; @since 2.0.76 */
    export interface Done extends Line<"done"> {
      /** The reason. @checked */
      readonly why: { readonly code: number } | Reason;
      readonly any?: JsonObject;
      /**
       * The state.
       * @since 2.1.74
       * @checked optional
       */
      readonly state?: State;
    }
    type State = Open<"good" | "bad">;
    interface Reason { readonly words: string; }
    type Any = Begun | Done;
  `);
  const [begun, done] = types.expand("Any", "subtype");

  it("reads members through bases and filled-in names", () => {
    expect([begun?.names, [...(begun?.members.keys() ?? [])]]).toEqual([["begun"], ["id", "type", "subtype"]]);
    expect([...(done?.members.keys() ?? [])]).toEqual(["id", "type", "subtype", "why", "any", "state"]);
  });

  it("reads fields of objects inside, and none where any field may be", () => {
    expect([...(types.listFields(done?.members.get("why")?.types[0] ?? "")?.keys() ?? [])]).toEqual(["code", "words"]);
    expect(types.listFields("JsonObject")).toBeUndefined();
  });

  it("reads the version since which a message or field is written", () => {
    expect([begun?.since, done?.since]).toEqual([undefined, "2.0.76"]);
    expect([...(done?.members ?? [])].flatMap(([field, { since }]) => (since ? [[field, since]] : []))).toEqual([
      ["state", "2.1.74"],
    ]);
  });

  it("reads what is checked, and of which kind", () => {
    expect([...(done?.members.values() ?? [])].map(({ check }) => check)).toEqual([
      undefined,
      undefined,
      undefined,
      "required",
      undefined,
      "optional",
    ]);
    expect(["State", "Reason", "readonly State[]", "number | null"].map((type) => types.findKind(type))).toEqual([
      "string",
      "object",
      "array",
      "number",
    ]);
  });
});

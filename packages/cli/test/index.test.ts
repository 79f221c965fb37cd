// The front door has every public name of the client, and none of its own.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The names a file exports by name, with whether each is a type only. */
function exportsOf(path: string): string[] {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return [...text.matchAll(/export (type )?\{([^}]*)\} from/g)]
    .flatMap(([, type = "", list = ""]) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name) => (type === "" || name.startsWith("type ") ? name : `type ${name}`)),
    )
    .toSorted();
}

test("`unspool` exports what `@unspool/client` exports, name by name", () => {
  const own = exportsOf("../src/index.ts");
  expect(own).toEqual(exportsOf("../../client/src/index.ts"));
  expect(own).toContain("claude");
});

test("the exported names exist at run time", async () => {
  const [own, client] = await Promise.all([import("../src/index.ts"), import("@unspool/client")]);
  expect(Object.keys(own).toSorted()).toEqual(Object.keys(client).toSorted());
});

// Every field that a real CLI was seen to send has a type: the recordings against the text of the declarations.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const types = join(import.meta.dirname, "../../src/wire");
const recordings = join(import.meta.dirname, "../recordings");

/** Objects inside a message whose fields the CLI decides, too. */
const INSIDE = ["message", "event", "request", "response", "rate_limit_info", "compact_metadata", "patch", "usage"];

it("declares every field that the recordings show", () => {
  const declared = declaredFields();
  const missing = new Set<string>();
  for (const name of filesIn(recordings, ".ndjson").filter((file) => !file.endsWith(".stdin.ndjson"))) {
    for (const line of readFileSync(join(recordings, name), "utf8").trimEnd().split("\n")) {
      const message = JSON.parse(line) as Record<string, unknown>;
      for (const place of ["", ...INSIDE]) {
        const object = place === "" ? message : message[place];
        if (typeof object !== "object" || object === null || Array.isArray(object)) continue;
        for (const field of Object.keys(object)) {
          if (!declared.has(field)) missing.add(`${String(message["type"])} ${place}.${field} (${name})`);
        }
      }
    }
  }
  expect([...missing]).toEqual([]);
});

function declaredFields(): Set<string> {
  const text = filesIn(types, ".ts")
    .map((name) => readFileSync(join(types, name), "utf8"))
    .join("\n");
  return new Set([...text.matchAll(/readonly (\w+)\??:/g)].map(([, field = ""]) => field));
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));
}

// The decoder understands every line that is built, for measured versions and for versions between them.

import { readdirSync, readFileSync } from "node:fs";
import { createDecoder } from "@unspool/protocol";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { text } from "./fields.ts";
import { rebuild } from "./rebuild.ts";
import { startRebuilding } from "./rebuilding.ts";
import { loadRecordings, VERSIONS } from "./recordings.ts";

const BETWEEN = ["1.0.60", "2.0.1", "2.0.99", "2.1.1", "2.1.100", "2.1.300", "2.1.999"];

/** Recordings that together have every kind of line. */
const VARIED = new Set([
  "agents",
  "agent-killed",
  "background-agents",
  "bg-bash",
  "break-always",
  "compact-replay",
  "hook-events",
  "hook-blocks",
  "local-commands",
  "permission-denied",
  "permission-none",
  "rate-limit",
  "refusal-always",
  "sdk-mcp",
  "structured-fails",
  "tool-input",
]);

test.each([...VERSIONS, ...BETWEEN])("the decoder understands every line of %s", (version) => {
  const strange: string[] = [];
  for (const lines of rebuildSessions(version)) {
    const decoder = createDecoder({
      onEvent: (event) => {
        if (event.type === "malformed" || event.type === "unknown") strange.push(JSON.stringify(event));
      },
    });
    for (const line of lines) decoder.push(`${JSON.stringify(line)}\n`);
    decoder.end();
  }
  expect(strange).toEqual([]);
});

test("every field of a line is declared by the wire types", () => {
  const declared = listDeclaredFields();
  const missing = new Set<string>();
  for (const version of VERSIONS) {
    for (const line of rebuildSessions(version).flat()) {
      for (const key of Object.keys(line)) if (!declared.has(key)) missing.add(`${text(line, "type")} ${key}`);
    }
  }
  expect([...missing]).toEqual([]);
});

test("equal seeds give equal lines", () => {
  const once = JSON.stringify(rebuildSessions("2.1.325"));
  expect(JSON.stringify(rebuildSessions("2.1.325"))).toBe(once);
});

/** Rebuilds the recordings of a version. A version without recordings rebuilds those of the newest. */
function rebuildSessions(version: string): readonly (readonly JsonObject[])[] {
  const isOwn = VERSIONS.includes(version);
  const recordings = loadRecordings(isOwn ? version : "2.1.325").filter(({ name }) => isOwn || VARIED.has(name));
  return recordings.map((recording) => {
    const state = startRebuilding({ ...recording, version });
    return recording.lines.map((line) => rebuild(state, line)).filter((line) => line !== undefined);
  });
}

function listDeclaredFields(): ReadonlySet<string> {
  const folder = new URL("../../../../protocol/src/wire/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const declarations = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  return new Set([...declarations.matchAll(/readonly (\w+)\??:/g)].map(([, field = ""]) => field));
}

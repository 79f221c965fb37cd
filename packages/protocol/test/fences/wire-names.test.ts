// docs/wire-to-events.md tells which events each wire name gives: complete, and true for every recording.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDecoder, EVENT_TYPES, type Event } from "../../src/index.ts";
import { OUTPUT_TYPES, STREAM_EVENT_TYPES, SYSTEM_SUBTYPES } from "../../src/wire/output/known.ts";
import { root } from "./workspace.ts";

const page = readFileSync(join(root, "docs/wire-to-events.md"), "utf8");

/** Names in the first column of a section's table, each with the events in its second column. */
function tableOf(heading: string): Map<string, readonly string[]> {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, names = "", events = ""] = row.split("|");
      return codes(names).map((name): [string, readonly string[]] => [name, codes(events).flatMap(expand)]);
    }),
  );
}

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

/** `text-*` stands for all events of that kind; words of the wire in the cell are no events. */
function expand(code: string): readonly string[] {
  const known: readonly string[] = EVENT_TYPES;
  return code.endsWith("*")
    ? known.filter((type) => type.startsWith(code.slice(0, -1)))
    : known.filter((type) => type === code);
}

const types = tableOf("Lines");
const subtypes = tableOf("System messages");
const streamEvents = tableOf("Partial messages");

describe("the page about wire names", () => {
  it("has a row for every known type of line", () => {
    expect([...OUTPUT_TYPES].filter((name) => !types.has(name))).toEqual([]);
  });

  it("has a row for every type of stream event", () => {
    expect([...STREAM_EVENT_TYPES].filter((name) => !streamEvents.has(name))).toEqual([]);
  });

  it("names only subtypes that are known", () => {
    expect([...subtypes.keys()].filter((name) => !SYSTEM_SUBTYPES.has(name))).toEqual([]);
  });

  it("tells the events of every line of the recordings", () => {
    const wrong = new Set<string>();
    let checked = 0;
    for (const file of recordings()) {
      for (const { wire, events } of eventsByLine(readFileSync(file, "utf8"))) {
        const allowed = allowedFor(wire);
        if (allowed === undefined) continue;
        checked += 1;
        for (const { type } of events) {
          // A line may also end what an earlier one began.
          if (!allowed.includes(type) && !type.endsWith("-end")) wrong.add(`${nameOf(wire)} → ${type}`);
        }
      }
    }
    expect(checked).toBeGreaterThan(1000);
    expect([...wrong]).toEqual([]);
  });
});

interface Wire {
  readonly type?: string;
  readonly subtype?: string;
  readonly event?: { readonly type?: string };
}

function nameOf({ type, subtype, event }: Wire): string {
  return [type, subtype ?? event?.type].filter((part) => part !== undefined).join("/");
}

function allowedFor({ type = "", subtype = "", event }: Wire): readonly string[] | undefined {
  if (type === "system") return subtypes.get(subtype) ?? (SYSTEM_SUBTYPES.has(subtype) ? ["notice"] : ["unknown"]);
  if (type === "stream_event") return streamEvents.get(event?.type ?? "");
  return types.get(type);
}

function recordings(): string[] {
  const folder = join(root, "packages/protocol/test/recordings");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ndjson"))
    .map((name) => join(folder, name));
}

function* eventsByLine(text: string): Generator<{ wire: Wire; events: readonly Event[] }> {
  let events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const line of text.split("\n")) {
    events = [];
    decoder.push(`${line}\n`);
    if (line.startsWith("{")) yield { wire: JSON.parse(line) as Wire, events };
  }
}

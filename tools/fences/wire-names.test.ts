// The tables of docs/wire-to-events.md are generated: their rows are the names that the wire's description knows, their
// events what the decoder makes of them in every recording. `npm test -- wire-names -u` writes them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadRuns } from "../../fixtures/load.ts";
import { createDecoder, EVENT_TYPES, type EventType } from "../../packages/protocol/src/index.ts";
import {
  OUTPUT_TYPES,
  STREAM_EVENT_TYPES,
  SYSTEM_SUBTYPES,
} from "../../packages/protocol/src/wire/generated/known-names.ts";
import { listMessageVersions } from "./wire/list-versions.ts";
import { root } from "./workspace.ts";

const PAGE = join(root, "docs/wire-to-events.md");

/** What the events alone do not say, and events that are too rare for the recordings. */
const NOTES: Readonly<Record<string, string>> = {
  user: "`message-retracted` when it shows that a message was given up",
  stream_event: "see [partial messages](#partial-messages)",
  result: "`notice` when it is of another session or of a sub-agent",
  system: "see [system messages](#system-messages)",
  control_request: "`permission-request` for the subtype `can_use_tool`, `control-request` for all others",
  keep_alive: "counted in `stats.silent`",
  "system/model_refusal_fallback": "`message-retracted` when it names lines that no longer count",
  "stream_event/content_block_start": "`message-start` only if there was no `message_start`",
  "stream_event/content_block_delta": "by its type: `text_delta`, `thinking_delta`, `input_json_delta`",
  "stream_event/content_block_stop": "unless the `assistant` line has ended the block already; `tool-call-end` too",
  "stream_event/message_delta": "its `usage` and `stop_reason` go into `message-end`",
  "stream_event/message_stop": "`message-retracted` when the message had nothing to keep",
  "stream_event/goal_state": "Qwen Code",
  "stream_event/tool_progress": "Qwen Code",
};

/** Names whose own events include the end of a message or block. With any other, it ends what an earlier line began. */
const ENDS = new Set(["assistant", "stream_event/content_block_stop", "stream_event/message_stop"]);

const observed = observe();

describe("the page about wire names", () => {
  it("has the tables that the wire's description and the recordings give", async () => {
    let page = readFileSync(PAGE, "utf8");
    page = withTable(page, "lines", "wire `type`", [...OUTPUT_TYPES]);
    page = withTable(
      page,
      "system messages",
      "wire `subtype`",
      [...SYSTEM_SUBTYPES].map((name) => `system/${name}`),
    );
    page = withTable(
      page,
      "partial messages",
      "wire `event.type`",
      [...STREAM_EVENT_TYPES].map((name) => `stream_event/${name}`),
    );
    page = withRows(page, "versions", formatVersions());
    await expect(page).toMatchFileSnapshot(PAGE);
  });

  it("notes only names that are known", () => {
    expect(Object.keys(NOTES).filter((name) => !observed.has(name))).toEqual([]);
  });

  it("rests on recordings of most events", () => {
    const seen = new Set([...observed.values()].flatMap((events) => [...events]));
    expect(EVENT_TYPES.filter((type) => !seen.has(type))).toEqual(["unknown", "malformed"]);
  });
});

function withTable(page: string, title: string, heading: string, names: readonly string[]): string {
  const rows = new Map<string, string[]>();
  for (const name of names) {
    const row = `${eventsCell(name)} | ${NOTES[name] ?? ""} |`;
    rows.set(row, [...(rows.get(row) ?? []), `\`${name.split("/").at(-1)}\``]);
  }
  const lines = [...rows].map(([row, wireNames]) => `| ${wireNames.join(", ")} | ${row}\n`);
  return withRows(page, title, `| ${heading} | events | |\n|---|---|---|\n${lines.join("")}`);
}

/** Replaces the table between the two comments that mark it. */
function withRows(page: string, title: string, table: string): string {
  const [start, end] = [`<!-- generated: ${title} -->\n`, "<!-- end -->"];
  const from = page.indexOf(start) + start.length;
  if (from < start.length) throw new Error(`docs/wire-to-events.md has no table "${title}".`);
  return page.slice(0, from) + table + page.slice(page.indexOf(end, from));
}

function formatVersions(): string {
  const rows = listMessageVersions().map(({ name, since = "", fields }) => {
    const cells = [...fields].map(([version, paths]) => `${version}: ${paths.map((path) => `\`${path}\``).join(", ")}`);
    return `| \`${name}\` | ${since} | ${cells.join("; ")} |\n`;
  });
  return `| wire message | since | fields since a later version |\n|---|---|---|\n${rows.join("")}`;
}

/** `text-*` stands for all events of a block. */
function eventsCell(name: string): string {
  if (name === "stream_event" || name === "system") return "";
  const events = EVENT_TYPES.filter((type) => observed.get(name)?.has(type));
  const whole = ["text", "thinking", "tool-call"].filter((block) =>
    ["start", "delta", "end"].every((part) => events.some((type) => type === `${block}-${part}`)),
  );
  const words = events.map((type) => {
    const block = whole.find((one) => type.startsWith(`${one}-`));
    return block === undefined ? `\`${type}\`` : `\`${block}-*\``;
  });
  return words.length === 0 ? "none" : [...new Set(words)].join(", ");
}

interface Wire {
  readonly type?: string;
  readonly subtype?: string;
  readonly event?: { readonly type?: string };
}

function formatName({ type = "", subtype = "", event }: Wire): string {
  if (type === "system") return `system/${subtype}`;
  return type === "stream_event" ? `stream_event/${event?.type ?? ""}` : type;
}

/** Which events each known name gives in the recordings; one that is in none of them, as a line with nothing but its name. */
function observe(): Map<string, Set<EventType>> {
  const known = [
    ...[...OUTPUT_TYPES].map((type): Wire => ({ type })),
    ...[...SYSTEM_SUBTYPES].map((subtype): Wire => ({ type: "system", subtype })),
    ...[...STREAM_EVENT_TYPES].map((type): Wire => ({ type: "stream_event", event: { type } })),
  ];
  const found = new Map<string, Set<EventType>>(known.map((wire) => [formatName(wire), new Set<EventType>()]));
  found.set("system", new Set()).set("stream_event", new Set());
  for (const lines of recordings()) addEvents(found, lines);
  for (const wire of known) if (found.get(formatName(wire))?.size === 0) addEvents(found, [JSON.stringify(wire)]);
  return found;
}

function addEvents(found: ReadonlyMap<string, Set<EventType>>, lines: readonly string[]): void {
  let name = "";
  const decoder = createDecoder({
    onEvent({ type }) {
      const isLate = /^(message|text|thinking|tool-call)-end$/.test(type) && !ENDS.has(name);
      if (!isLate && type !== "malformed") found.get(name)?.add(type);
    },
  });
  for (const line of lines) {
    name = line.startsWith("{") ? formatName(JSON.parse(line) as Wire) : "";
    decoder.push(`${line}\n`);
  }
}

function* recordings(): Generator<readonly string[]> {
  for (const { lines, stdinLines } of loadRuns("recordings")) {
    yield lines;
    yield stdinLines;
  }
}

// A call has the same duration in the live view, in the view of a file, and on an exported page.
import { createDecoder, type Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { computeCallDurationMs } from "../../src/view/content/call-duration.ts";
import { formatDuration } from "../../src/output/format-numbers.ts";
import { createView } from "../../src/view/view.ts";
import type { CallEntry } from "../../src/export/model.ts";
import { answers, calls, ends, init, pageFrom, prompt, says } from "./session-lines.ts";

const at = (line: string, seconds: number): string =>
  `${JSON.stringify({ ...(JSON.parse(line) as object), timestamp: new Date(1e12 + seconds * 1000).toISOString() })}\n`;
const call = (id: string, from: number, to: number, between = ""): string =>
  at(says([calls(id, "Bash", { command: id })]), from) + between + at(answers(id, "ok"), to);
const asks = (id: string): string =>
  `${JSON.stringify({ type: "control_request", request_id: `r-${id}`, request: { subtype: "can_use_tool", tool_name: "Bash", tool_use_id: id, input: { command: id } } })}\n`;
const progress = (id: string, seconds: number): string =>
  `${JSON.stringify({ type: "tool_progress", tool_use_id: id, tool_name: "Bash", parent_tool_use_id: null, elapsed_time_seconds: seconds, session_id: "s", uuid: `p-${id}` })}\n`;

const STREAM = [
  init(),
  prompt("go"),
  call("long", 1, 3.3),
  call("short", 4, 4.05),
  call("asked", 5, 25, asks("asked")),
  call("reported", 30, 50, asks("reported") + progress("reported", 4)),
  says([calls("untimed", "Bash", { command: "untimed" })]),
  answers("untimed", "ok"),
  ends(),
].join("");

/** What the view tells beside each call. @param now the clock of the watcher; undefined: nobody watches */
function told(now: ((index: number) => number) | undefined): Record<string, string | undefined> {
  const view = createView({ columns: undefined, isColoured: false, isLive: false });
  const lines: string[] = [];
  let index = 0;
  const decoder = createDecoder({
    onEvent: (event: Event) => {
      index += 1;
      lines.push(...view.push(event, now?.(index)));
    },
  });
  decoder.push(Buffer.from(STREAM));
  decoder.end();
  lines.push(...view.end());
  const found = lines.flatMap((line) => /^● Bash {2}(\w+)(?: · (.*))?$/.exec(line.trim()) ?? []);
  return Object.fromEntries(
    Array.from({ length: found.length / 3 }, (_, place) => [found[place * 3 + 1] ?? "", found[place * 3 + 2]]),
  );
}

describe("the duration of a call", () => {
  it("is the same in a page and in the view of the same stream", async () => {
    const page = await pageFrom(STREAM);
    const entries = page.turns
      .flatMap((turn) => turn.entries)
      .filter((entry): entry is CallEntry => entry.type === "call");
    const exported = Object.fromEntries(
      entries.map(({ summary, durationMs }) => [
        summary,
        durationMs === undefined ? undefined : formatDuration(durationMs),
      ]),
    );
    expect(exported).toEqual({
      long: "2.3 s",
      short: undefined,
      asked: undefined,
      reported: "4.0 s",
      untimed: undefined,
    });
    expect(told(undefined)).toEqual(exported);
    // A watcher's clock counts only where the stream tells no time.
    const watched = told((index) => index * 1000);
    expect({ ...watched, untimed: undefined }).toEqual(exported);
    expect(watched["untimed"]).toMatch(/^\d\.0 s$/);
    expect(page.tools).toMatchObject([{ name: "Bash", durationMs: 6300 }]);
  });

  it.each([
    ["the stream's own times, before a watcher's", { startedAt: 0, endedAt: 500, seenFromMs: 0, seenToMs: 900 }, 500],
    ["a watcher's times", { endedAt: 500, seenFromMs: 0, seenToMs: 900 }, 900],
    ["the tool's report", { startedAt: 0, progressMs: 700 }, 700],
    [
      "the tool's report alone, where somebody was asked",
      { startedAt: 0, endedAt: 9000, wasAsked: true, progressMs: 300 },
      300,
    ],
    [
      "nothing, where somebody was asked and nothing was reported",
      { startedAt: 0, endedAt: 9000, wasAsked: true },
      undefined,
    ],
    ["nothing for less than a tenth of a second", { startedAt: 0, endedAt: 90 }, undefined],
    ["nothing for times that run backwards", { startedAt: 500, endedAt: 0 }, undefined],
  ])("is %s", (_what, times, tookMs) => {
    expect(computeCallDurationMs(times)).toBe(tookMs);
  });
});

import { createDecoder, type Event } from "@unspool/protocol";
import { describe, expect, test } from "vitest";
import { createAttribution } from "../../../src/session/turns/attribution.ts";
import { loadRun } from "../../../../../fixtures/load.ts";

const FIRST = "00000001-1111-4111-8111-111111111111";
const SECOND = "00000002-1111-4111-8111-111111111111";

function decodeEvents(lines: string): readonly Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(lines);
  decoder.end();
  return events;
}

/** What each result answers, and who owns each main text; the second prompt is written at the first result. */
function attribute(events: readonly Event[], second: "at-result" | "at-task-end" = "at-result"): string[] {
  const attribution = createAttribution(() => true);
  attribution.written(FIRST);
  let hasSecond = false;
  const writeSecond = (): void => {
    if (!hasSecond) attribution.written(SECOND);
    hasSecond = true;
  };
  const told: string[] = [];
  for (const event of events) {
    const owner = attribution.read(event);
    if (event.type === "text-end" && event.agent === null) told.push(`${owner}: ${event.text}`);
    if (event.type === "task-end" && second === "at-task-end") writeSecond();
    if (event.type !== "turn-end") continue;
    const ids = attribution.endedBy(event).map((id) => Number(id.slice(0, 8)));
    told.push(`result of ${ids.join(" and ") || "nobody"}`);
    if (second === "at-result") writeSecond();
  }
  return told;
}

const recorded = (version: string): string => loadRun(`background/${version}/turns`).stdout.toString();

describe("results belong to the prompts they answer", () => {
  const apart = [
    "prompt: I send two.",
    "prompt: Both are on their way.",
    "result of 1",
    "prompt: Still here.",
    "result of 2",
  ];
  const told = [
    "background: One has come back.",
    "result of nobody",
    "background: The other has come back.",
    "result of nobody",
  ];

  test.each(["2.1.325", "2.1.200"])("%s reports each background task in a turn of its own", (version) => {
    expect(attribute(decodeEvents(recorded(version)))).toEqual([...apart, ...told]);
  });

  test.each(["2.0.76", "1.0.128"])("%s does not report background tasks", (version) => {
    expect(attribute(decodeEvents(recorded(version)))).toEqual(apart);
  });

  test("2.1.74 holds the result back until all tasks are reported", () => {
    expect(attribute(decodeEvents(recorded("2.1.74")))).toEqual([
      "prompt: I send two.",
      "prompt: Both are on their way.",
      "prompt: One has come back.",
      "prompt: The other has come back.",
      "result of 1",
      "prompt: Still here.",
      "result of 2",
    ]);
  });

  test("a prompt written just before the CLI begins a turn by itself is not answered by that turn", () => {
    // 2.1.200 names no prompts: only the replayed line shows when one is taken.
    const lines = recorded("2.1.200").split("\n");
    const start = lines.findIndex((line) => line.includes('"result":"Both'));
    const second =
      lines.slice(start + 1).findIndex((line) => line.includes("Still here") && line.includes('"result"')) + 1;
    const own = lines.slice(start + 1, start + 1 + second);
    const rest = lines.slice(start + 1 + second);
    const swapped = [...lines.slice(0, start + 1), ...rest, ...own].filter(Boolean).join("\n");
    expect(attribute(decodeEvents(`${swapped}\n`), "at-task-end")).toEqual([
      ...apart.slice(0, 3),
      ...told,
      ...apart.slice(3),
    ]);
  });

  test("two prompts in one turn are both answered by its result, if the stream names them or replays them", () => {
    for (const names of ["named", "replayed"]) {
      const attribution = createAttribution(() => true);
      attribution.written(FIRST);
      attribution.written(SECOND);
      const replay =
        names === "replayed"
          ? [JSON.stringify({ type: "user", uuid: SECOND, isReplay: true, message: { role: "user", content: "two" } })]
          : [];
      const uuids = names === "named" ? { user_message_uuids: [FIRST, SECOND] } : {};
      const events = decodeEvents(
        `${[
          '{"type":"system","subtype":"init","session_id":"s"}',
          JSON.stringify({ type: "user", uuid: FIRST, isReplay: true, message: { role: "user", content: "one" } }),
          ...replay,
          JSON.stringify({ type: "result", subtype: "success", result: "both", session_id: "s", ...uuids }),
        ].join("\n")}\n`,
      );
      for (const event of events) attribution.read(event);
      const end = events.find((event) => event.type === "turn-end")!;
      expect(attribution.endedBy(end)).toEqual([FIRST, SECOND]);
      expect(attribution.waiting).toEqual([]);
    }
  });

  test("without evidence, a prompt that was not merged into the turn waits for the next result", () => {
    const attribution = createAttribution(() => true);
    attribution.written(FIRST);
    attribution.written(SECOND);
    const [, end] = decodeEvents(
      '{"type":"system","subtype":"init","session_id":"s"}\n{"type":"result","subtype":"success","result":"one","session_id":"s"}\n',
    );
    if (end?.type !== "turn-end") throw new Error("no result");
    attribution.read(end);
    expect(attribution.endedBy(end)).toEqual([FIRST]);
    expect(attribution.waiting).toEqual([SECOND]);
  });
});

describe("a resumed session that continues a deferred call", () => {
  const hook = (id: string): object => ({
    type: "control_request",
    request_id: "r",
    request: {
      subtype: "hook_callback",
      callback_id: "hook_0",
      tool_use_id: id,
      input: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {}, tool_use_id: id },
    },
  });
  const init = { type: "system", subtype: "init", session_id: "s", tools: [] };
  const answer = {
    type: "user",
    session_id: "s",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
  };
  const says = (text: string, id: string): object => ({
    type: "assistant",
    session_id: "s",
    parent_tool_use_id: null,
    message: { id, role: "assistant", content: [{ type: "text", text }] },
  });
  const result = (more: object = {}): object => ({ type: "result", subtype: "success", session_id: "s", ...more });
  const replay = {
    type: "user",
    uuid: FIRST,
    isReplay: true,
    session_id: "s",
    message: { role: "user", content: "Go" },
  };
  const started = (id: string): object => ({
    type: "command_lifecycle",
    command_uuid: id,
    state: "started",
    session_id: "s",
  });
  const own = [init, replay, says("Second.", "m2"), result()];
  const lines = (...all: object[]): readonly Event[] =>
    decodeEvents(all.map((line) => `${JSON.stringify(line)}\n`).join(""));

  test.each([
    ["by the call's hook (2.1.89)", [hook("toolu_1"), answer, init, says("Done.", "m1"), result(), ...own]],
    ["by a separate lifecycle (2.1.325)", [started(SECOND), answer, init, says("Done.", "m1"), result(), ...own]],
    ["by the result alone", [answer, init, says("Done.", "m1"), result(), ...own]],
  ])("runs the call in a separate turn before the prompt, recognised %s", (_, all) => {
    expect(attribute(lines(...all))).toEqual([
      "background: Done.",
      "result of nobody",
      "prompt: Second.",
      "result of 1",
    ]);
  });

  test("distinguishes that turn from one about a background task", () => {
    const attribution = createAttribution(() => true);
    const seen = lines(hook("toolu_1"), result(), init).map((event) => {
      attribution.read(event);
      const { isResumed } = attribution;
      if (event.type === "turn-end") attribution.endedBy(event);
      return isResumed;
    });
    expect(seen).toEqual([true, true, false]);
  });

  test("does not mistake the hooks of an ordinary turn for it", () => {
    const all = [init, replay, hook("toolu_1"), answer, says("Done.", "m1"), result()];
    expect(attribute(lines(...all))).toEqual(["prompt: Done.", "result of 1"]);
  });
});

test("a result of another session, of a sub-agent, or repeated, ends no turn", () => {
  const line = (fields: object): string => `${JSON.stringify({ session_id: "s", ...fields })}\n`;
  const init = line({ type: "system", subtype: "init", tools: [] });
  const result = (more: object): string => line({ type: "result", subtype: "success", result: "done", ...more });
  const said = (text: string): string =>
    line({ type: "assistant", parent_tool_use_id: null, message: { id: text, content: [{ type: "text", text }] } });
  const first = result({ uuid: "r1" });
  const events = decodeEvents(
    [
      init,
      result({ session_id: "other" }),
      result({ parent_tool_use_id: "t1" }),
      said("mine"),
      first,
      first,
      init,
      said("next"),
      result({ uuid: "r2" }),
    ].join(""),
  );
  expect(attribute(events)).toEqual(["prompt: mine", "result of 1", "prompt: next", "result of 2"]);
});

// A replay sends each recorded line after the host has sent the lines recorded before it.
import { describe, expect, it } from "vitest";
import type { ClaudeError } from "../../src/errors.ts";
import { replayTransport } from "../../src/record/replay.ts";
import type { RecordedLine, Recording } from "../../src/record/types.ts";
import type { TransportExit } from "../../src/transport/types.ts";
import { manualClock } from "./manual-clock.ts";
import { launch, parse, start, user } from "./replay-host.ts";

const createLine = (kind: "in" | "out", message: object, timeMs = 0): RecordedLine => ({
  kind,
  text: JSON.stringify(message),
  timeMs,
});
const createRecording = (...lines: readonly RecordedLine[]): Recording => ({
  source: "recording",
  runs: [{ lines }],
  warnings: [],
});
const said = (text: string, uuid?: string): RecordedLine => ({
  kind: "in",
  text: user(text, uuid).trimEnd(),
  timeMs: 0,
});
const result = (text: string): RecordedLine => createLine("out", { type: "result", subtype: "success", result: text });
const createUuid = (digit: number): string => `${String(digit).repeat(8)}-1111-4111-8111-${String(digit).repeat(12)}`;

describe("a recording of both directions", () => {
  const twoTurns = createRecording(said("one"), result("1"), said("two"), result("2"));

  it("answers when the host has sent the recorded lines", async () => {
    const host = start(twoTurns);
    const first = host.line(({ result: text }) => text === "1");
    host.transport.write(user("one"));
    await first;
    expect(host.lines).toHaveLength(1);
    const second = host.line(({ result: text }) => text === "2");
    host.transport.write(user("two"));
    await second;
    host.transport.endInput();
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });

  it("never calls back before the call that caused it has returned", async () => {
    const host = start(twoTurns);
    host.transport.write(user("one"));
    expect(host.lines).toEqual([]);
    host.transport.endInput();
    await host.exited;
    expect(host.lines).toHaveLength(1);
  });

  it("ends with both prompts in the error when they differ", async () => {
    const host = start(twoTurns);
    host.transport.write(user("another"));
    const { error } = await host.exited;
    expect(error).toMatchObject({
      code: "replay-mismatch",
      details: { kind: "prompt", recorded: "one", live: "another" },
    });
    expect(error?.message).toContain('recorded "one", now "another"');
  });

  it("continues if `onMismatch` handles the difference", async () => {
    const seen: unknown[] = [];
    const host = start(twoTurns, { onMismatch: (mismatch) => seen.push(mismatch) });
    host.transport.write(user("another"));
    host.transport.endInput();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(seen).toEqual([{ kind: "prompt", recorded: "one", live: "another" }]);
    expect(host.lines).toHaveLength(1);
  });

  it("ends if the host sends more prompts than recorded", async () => {
    const host = start(twoTurns);
    for (const prompt of ["one", "two", "three"]) host.transport.write(user(prompt));
    const { error } = await host.exited;
    expect((error as ClaudeError).details).toMatchObject({ kind: "extra-prompt", live: "three" });
    expect(host.lines).toHaveLength(2);
  });

  it("accepts a prompt that differs only where it was redacted", async () => {
    const host = start(createRecording(said("use [redacted] now"), result("1")));
    host.transport.write(user("use my-own-words now"));
    host.transport.endInput();
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });

  it("replaces the recorded id of a prompt with the live one", async () => {
    const [recorded, live] = [createUuid(1), createUuid(2)];
    const replayed = { type: "user", isReplay: true, uuid: recorded, message: { role: "user", content: "one" } };
    const host = start(
      createRecording(
        said("one", recorded),
        createLine("out", { type: "command_lifecycle", command_uuid: recorded, state: "queued" }),
        createLine("out", replayed),
        createLine("out", { type: "result", subtype: "success", user_message_uuids: [recorded] }),
      ),
    );
    host.transport.write(user("one", live));
    host.transport.endInput();
    await host.exited;
    expect(host.lines.join("\n")).not.toContain(recorded);
    expect(host.lines.filter((line) => line.includes(live))).toHaveLength(3);
  });

  it("gives an echo the live id if the recorded host sent none", async () => {
    const live = createUuid(2);
    const replayed = { type: "user", isReplay: true, uuid: createUuid(7), message: { role: "user", content: "one" } };
    const host = start(createRecording(said("one"), createLine("out", replayed), result("1")));
    host.transport.write(user("one", live));
    host.transport.endInput();
    await host.exited;
    expect(parse(host.lines[0] ?? "").uuid).toBe(live);
  });

  const withRequest = createRecording(
    createLine("in", { type: "control_request", request_id: "i", request: { subtype: "initialize" } }),
    createLine("out", {
      type: "control_response",
      response: { subtype: "success", request_id: "i", response: { commands: [] } },
    }),
    said("one"),
    result("1"),
    createLine("in", { type: "control_request", request_id: "m", request: { subtype: "mcp_status" } }),
    createLine("out", {
      type: "control_response",
      response: { subtype: "success", request_id: "m", response: { mcpServers: [] } },
    }),
    said("two"),
    result("2"),
  );
  const request = (id: string, subtype: string): string =>
    `${JSON.stringify({ type: "control_request", request_id: id, request: { subtype } })}\n`;

  it("answers requests with their live ids", async () => {
    const host = start(withRequest);
    host.transport.write(request("live-1", "initialize"));
    host.transport.write(user("one"));
    host.transport.write(request("live-2", "mcp_status"));
    host.transport.write(user("two"));
    host.transport.endInput();
    await host.exited;
    expect(host.lines.map((line) => parse(line).response?.request_id ?? parse(line)["result"])).toEqual([
      "live-1",
      "1",
      "live-2",
      "2",
    ]);
  });

  it("answers a request that arrives earlier than recorded", async () => {
    const host = start(withRequest);
    const answered = host.line(({ response }) => response?.request_id === "live-2");
    host.transport.write(request("live-2", "mcp_status"));
    host.transport.write(request("live-1", "initialize"));
    await answered;
    host.transport.write(user("one") + user("two"));
    host.transport.endInput();
    await host.exited;
    expect(host.lines.filter((line) => line.includes("mcpServers"))).toHaveLength(1);
    expect(host.lines.filter((line) => line.includes('"result"'))).toHaveLength(2);
  });

  it("continues without requests that the host no longer sends", async () => {
    const host = start(withRequest);
    host.transport.write(user("one") + user("two"));
    host.transport.endInput();
    await host.exited;
    expect(host.lines.map((line) => parse(line)["result"])).toEqual(["1", "2"]);
  });

  it("creates an answer to initialize, and refuses unknown requests", async () => {
    const host = start(twoTurns);
    host.transport.write(request("a", "initialize") + request("b", "get_usage") + user("one"));
    host.transport.endInput();
    await host.exited;
    expect(parse(host.lines[0] ?? "").response).toMatchObject({ subtype: "success", request_id: "a" });
    expect(parse(host.lines[1] ?? "").response).toMatchObject({ subtype: "error", request_id: "b" });
  });

  const asks = createRecording(
    said("one"),
    createLine("out", { type: "control_request", request_id: "p", request: { subtype: "can_use_tool" } }),
    createLine("in", {
      type: "control_response",
      response: { subtype: "success", request_id: "p", response: { behavior: "allow" } },
    }),
    result("1"),
  );
  const answer = (behavior: string): string =>
    `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: "p", response: { behavior } } })}\n`;

  it("waits for the host's answer", async () => {
    const host = start(asks);
    const asked = host.line(({ type }) => type === "control_request");
    host.transport.write(user("one"));
    await asked;
    expect(host.lines).toHaveLength(1);
    host.transport.write(answer("allow"));
    host.transport.endInput();
    await host.exited;
    expect(host.lines).toHaveLength(2);
  });

  it("ends if the host decides differently", async () => {
    const host = start(asks);
    host.transport.write(user("one") + answer("deny"));
    const { error } = await host.exited;
    expect(error?.message).toContain("recorded success allow, now success deny");
  });

  it("ends as the program ended", async () => {
    const exit = { code: 1, signal: null };
    const host = start(
      createRecording(said("one"), createLine("out", { type: "system" }), { kind: "exit", exit, timeMs: 1 }),
    );
    host.transport.write(user("one"));
    expect(await host.exited).toEqual(exit);
    expect(host.transport.kill("SIGKILL")).toBe(false);
  });

  it("ends when it is killed, as a CLI does", async () => {
    for (const [signal, exit] of [
      ["SIGKILL", { code: null, signal: "SIGKILL" }],
      ["SIGTERM", { code: 143, signal: null }],
      ["SIGINT", { code: 0, signal: null }],
    ] as const) {
      const host = start(twoTurns);
      expect(host.transport.kill(signal)).toBe(true);
      expect(await host.exited).toEqual(exit);
    }
  });

  it("plays one run per start, and refuses one start too many", async () => {
    const factory = replayTransport({ source: "recording", warnings: [], runs: [{ lines: [] }] });
    const exits: TransportExit[] = [];
    const handlers = { onData: () => {}, onStderr: () => {}, onExit: (exit: TransportExit) => void exits.push(exit) };
    factory(launch, handlers).endInput();
    factory(launch, handlers);
    while (exits.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(exits[0]).toEqual({ code: 0, signal: null });
    expect(exits[1]?.error).toMatchObject({ code: "replay-mismatch" });
  });

  it("sends nothing while it is paused, and everything afterwards", async () => {
    const host = start(twoTurns);
    host.transport.pause();
    host.transport.write(user("one"));
    host.transport.endInput();
    for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
    expect(host.lines).toEqual([]);
    host.transport.resume();
    await host.exited;
    expect(host.lines).toHaveLength(1);
  });
});

describe("the timing of a replay", () => {
  const timed = createRecording(
    said("one"),
    createLine("out", { type: "system", subtype: "a" }, 100),
    createLine("out", { type: "system", subtype: "b" }, 400),
  );

  it.each([
    ["original", "original", [100, 300]],
    ["four times as fast", 4, [25, 75]],
  ] as const)("can be %s, measured from the host's line", async (_, timing, waits) => {
    const clock = manualClock(1000);
    const host = start(timed, { timing, clock });
    clock.advance(5000);
    host.transport.write(user("one"));
    const seen: (number | undefined)[] = [];
    for (const count of [1, 2]) {
      while (clock.next() === undefined) await new Promise((resolve) => setImmediate(resolve));
      seen.push(clock.next());
      clock.advance(clock.next() ?? 0);
      while (host.lines.length < count) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toEqual(waits);
    host.transport.kill("SIGKILL");
    await host.exited;
  });

  it("is rejected if it is not a valid speed", () => {
    expect(() => replayTransport(timed, { timing: 0 })).toThrow(/timing is 0/);
  });
});

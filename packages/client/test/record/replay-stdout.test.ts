// Plain stdout of real CLIs is played one turn per prompt, and loses nothing on the way.
import { describe, expect, it } from "vitest";
import { listRuns, loadRun } from "../../../../fixtures/load.ts";
import type { ClaudeError } from "../../src/errors.ts";
import { decodeAll, parse, start, user, type Wire } from "./replay-host.ts";

const loadStdout = (name: string): string => loadRun(`recordings/${name}`).stdout.toString();

describe("plain stdout", () => {
  it.each(listRuns("recordings"))("of %s gives the same events as decoding it", async (run) => {
    const text = loadRun(run).stdout.toString();
    const expected = text.trimEnd().split("\n");
    const host = start(text, {}, answerAll);
    function answerAll({ type, request_id: id }: Wire): void {
      if (type !== "control_request") return;
      const response = { subtype: "success", request_id: id, response: {} };
      host.transport.write(`${JSON.stringify({ type: "control_response", response })}\n`);
    }
    // More prompts than any of them has turns; those too many are the only thing to differ.
    for (let count = 0; count < 20 && host.lines.length < expected.length; count++) {
      host.transport.write(user(`prompt ${count}`));
      let former = -1;
      while (host.lines.length !== former) {
        former = host.lines.length;
        for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    host.transport.endInput();
    const exit = await host.exited;
    // A run that a signal has ended has no result, and the host would wait for it.
    if (text.includes('"type":"result"')) expect(exit).toEqual({ code: 0, signal: null });
    else expect(exit.error).toMatchObject({ code: "replay-mismatch" });
    expect(decodeAll(host.lines)).toEqual(decodeAll(expected));
  });

  it.each([
    ["2.1.325/cost-turns", 4],
    ["2.1.74/cost-turns", 4],
    ["1.0.128/cost-turns", 4],
    ["2.1.325/background-agents", 2],
    ["2.1.74/background-agents", 2],
    ["2.1.325/bg-bash", 1],
    ["2.1.325/queued", 3],
    ["2.1.325/hooks", 1],
    ["2.1.325/no-query", 2],
  ])("of %s takes %d prompts", async (name, count) => {
    const { stdout, stdin } = loadRun(`recordings/${name}`);
    const text = stdout.toString();
    if (stdin !== "") expect(stdin.match(/"type":"user"/g)).toHaveLength(count);
    const host = start(text, {}, ({ type, request_id: id }) => {
      if (type === "control_request") {
        host.transport.write(
          `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: id } })}\n`,
        );
      }
    });
    for (let asked = 0; asked < count; asked++) host.transport.write(user(`prompt ${asked}`));
    const total = text.trimEnd().split("\n").length;
    while (host.lines.length < total) await new Promise((resolve) => setImmediate(resolve));
    host.transport.write(user("one too many"));
    const { error } = await host.exited;
    expect((error as ClaudeError).details).toMatchObject({ kind: "extra-prompt", live: "one too many" });
  });

  it("plays one turn per prompt", async () => {
    const host = start(loadStdout("2.1.325/cost-turns"));
    const first = host.line(({ type }) => type === "result");
    host.transport.write(user("first"));
    await first;
    for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
    expect(host.lines.filter((line) => parse(line).type === "result")).toHaveLength(1);
    host.transport.endInput();
    await host.exited;
  });

  it("gives the recorded answer to initialize", async () => {
    const host = start(loadStdout("2.1.325/hooks"));
    const answered = host.line(({ response }) => response?.request_id === "mine");
    host.transport.write('{"type":"control_request","request_id":"mine","request":{"subtype":"initialize"}}\n');
    expect(JSON.stringify(await answered)).toContain("commands");
    host.transport.kill("SIGKILL");
    await host.exited;
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FAULT_NAMES } from "../../src/faults/check-faults.ts";
import { createFaultyOutput } from "../../src/output/faulty-output.ts";
import type { Fault } from "../../src/faults/types.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { createMemorySink, type MemorySink } from "./memory-sink.ts";

const INIT = '{"type":"system","subtype":"init"}\n';
const TEXT = '{"type":"assistant","text":"größer 😀"}\n';
// Key order is not fixed: 2.1.325 writes the type of a result near its end.
const RESULT = '{"result_index":0,"type":"result","uuid":"u"}\n';
const LINES = [INIT, TEXT, RESULT];

async function play(faults: readonly Fault[], lines: readonly string[] = LINES, seed = 1): Promise<MemorySink> {
  const sink = createMemorySink();
  const output = createFaultyOutput({ faults, seed, sink });
  // The writes are not awaited, but must keep their order.
  for (const line of lines) void output.write(line);
  await output.end();
  return sink;
}

describe("without faults", () => {
  it("passes lines unchanged, with one write each", async () => {
    const sink = await play([]);
    expect(sink.log).toEqual(LINES.map((line) => `out:${line}`));
  });
});

describe("triggers", () => {
  const noise = (place: object): Fault => ({ fault: "noise", text: "!", ...place });

  it.each([
    ["no trigger", {}, `!${INIT}${TEXT}${RESULT}`],
    ["afterLines 0", { afterLines: 0 }, `!${INIT}${TEXT}${RESULT}`],
    ["afterLines 2", { afterLines: 2 }, `${INIT}${TEXT}!${RESULT}`],
    ["afterType", { afterType: "result" }, `${INIT}${TEXT}${RESULT}!`],
    ["afterType with a subtype", { afterType: "system/init" }, `${INIT}!${TEXT}${RESULT}`],
    ["afterType with another subtype", { afterType: "system/status" }, `${INIT}${TEXT}${RESULT}`],
    ["atByte inside a line", { atByte: 3 }, `{"t!${INIT.slice(3)}${TEXT}${RESULT}`],
    ["atByte at the end of a line", { atByte: INIT.length }, `${INIT}!${TEXT}${RESULT}`],
    ["atByte after all output", { atByte: 9999 }, `${INIT}${TEXT}${RESULT}`],
  ])("fires a fault at the right byte with %s", async (_, place, expected) => {
    expect((await play([noise(place)])).text()).toBe(expected);
  });

  it("afterType with afterLines counts lines of that type", async () => {
    const sink = await play([noise({ afterType: "result", afterLines: 2 })], [RESULT, INIT, RESULT, INIT]);
    expect(sink.text()).toBe(`${RESULT}${INIT}${RESULT}!${INIT}`);
  });

  it("afterType matches the type of a stream event and of a request", async () => {
    const start = '{"type":"stream_event","event":{"type":"message_start"}}\n';
    const ask = '{"type":"control_request","request":{"subtype":"can_use_tool"}}\n';
    const faults = [
      noise({ afterType: "stream_event/message_start" }),
      noise({ afterType: "control_request/can_use_tool" }),
    ];
    expect((await play(faults, [INIT, start, ask])).text()).toBe(`${INIT}${start}!${ask}!`);
  });

  it("a fault that writes whole lines waits for the end of the line at its byte", async () => {
    const sink = await play([{ fault: "invalid-line", text: "bad", atByte: 3 }]);
    expect(sink.text()).toBe(`${INIT}bad\n${TEXT}${RESULT}`);
  });

  it("fires faults with the same trigger in the order of declaration", async () => {
    const sink = await play([
      { fault: "noise", text: "a", afterLines: 1 },
      { fault: "noise", text: "b", afterLines: 1 },
    ]);
    expect(sink.text()).toBe(`${INIT}ab${TEXT}${RESULT}`);
  });
});

describe("chunks", () => {
  it("chunks of one byte split characters and lose nothing", async () => {
    const sink = await play([{ fault: "chunks", bytes: 1 }]);
    expect(sink.chunks.every((chunk) => chunk.length === 1)).toBe(true);
    expect(sink.text()).toBe(LINES.join(""));
  });

  it("chunks begin at their trigger", async () => {
    const sink = await play([{ fault: "chunks", bytes: 4, afterLines: 1 }]);
    expect(sink.chunks.slice(0, 3).map((chunk) => chunk.length)).toEqual([INIT.length, 4, 4]);
  });

  it("chunks of random size depend only on the seed", async () => {
    const long = [`${"x".repeat(5000)}\n`];
    const sizes = async (seed: number): Promise<number[]> =>
      (await play([{ fault: "chunks", bytes: 0 }], long, seed)).chunks.map((chunk) => chunk.length);
    expect(await sizes(7)).toEqual(await sizes(7));
    expect(await sizes(7)).not.toEqual(await sizes(8));
  });
});

describe("extra output", () => {
  it("noise is whole lines by default", async () => {
    const sink = await play([{ fault: "noise", times: 3, afterLines: 1 }]);
    const rest = LINES.reduce((text, line) => text.replace(line, ""), sink.text());
    expect(sink.text().startsWith(INIT)).toBe(true);
    expect(rest.endsWith("\n")).toBe(true);
    expect(() => JSON.parse(rest) as unknown).toThrow(SyntaxError);
  });

  it("noise with a text is repeated after each of the next lines", async () => {
    expect((await play([{ fault: "noise", text: "~\n", times: 2 }])).text()).toBe(`~\n${INIT}~\n${TEXT}${RESULT}`);
  });

  it("an invalid line is not JSON", async () => {
    const [first = ""] = (await play([{ fault: "invalid-line" }])).text().split("\n");
    expect(first).toMatch(/^\{"type":"assistant"/);
    expect(() => JSON.parse(first) as unknown).toThrow(SyntaxError);
  });

  it("a long line is valid, has the given length, and is written in pieces", async () => {
    const sink = await play([{ fault: "long-line", bytes: 200_000 }], []);
    expect(sink.bytes().length).toBe(200_000);
    expect(sink.text().indexOf("\n")).toBe(199_999);
    expect((JSON.parse(sink.text()) as { type: string }).type).toBe("system");
    expect(Math.max(...sink.chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(65_536);
  });

  it("a long line has 100 MB by default, of which only one piece is in memory", async () => {
    let bytes = 0;
    let largest = 0;
    const sink = createMemorySink();
    const counting = {
      ...sink,
      write(chunk: Uint8Array): void {
        bytes += chunk.length;
        largest = Math.max(largest, chunk.length);
      },
    };
    await createFaultyOutput({ faults: [{ fault: "long-line" }], seed: 1, sink: counting }).end();
    expect({ bytes, largest }).toEqual({ bytes: 100_000_000, largest: 65_536 });
  });

  it("a flood has the given number of valid lines", async () => {
    const lines = (await play([{ fault: "flood", lines: 1500 }], [])).text().trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { index: number }).index)).toEqual([...Array(1500).keys()]);
  });

  it("lines after the result follow it", async () => {
    const sink = await play([{ fault: "lines-after-result", lines: ["a", "b"] }], [INIT, RESULT, TEXT]);
    expect(sink.text()).toBe(`${INIT}${RESULT}a\nb\n${TEXT}`);
  });

  it("a late result comes after its delay, with its own id, before the next line", async () => {
    const sink = await play([{ fault: "late-result", ms: 300 }], [RESULT, INIT]);
    expect(sink.log.map((entry) => entry.slice(0, 9))).toEqual(['out:{"res', "sleep:300", 'out:{"res', 'out:{"typ']);
    const late = JSON.parse(sink.text().split("\n")[1] ?? "") as Record<string, unknown>;
    expect(late).toMatchObject({ type: "result", result_index: 1, origin: { kind: "task-notification" } });
    expect(late["uuid"]).not.toBe("u");
  });

  it("writes no late result if there was no result", async () => {
    expect((await play([{ fault: "late-result" }], [INIT])).text()).toBe(INIT);
  });

  it("writes only the late result with no-result", async () => {
    const sink = await play([{ fault: "no-result" }, { fault: "late-result" }]);
    expect(sink.text().match(/"type":"result"/g)).toHaveLength(1);
  });

  it("writes the given number of bytes to stderr", async () => {
    const { log } = await play([{ fault: "stderr-flood", bytes: 100_000 }], []);
    expect(log).toEqual(["err:65536", "err:34464"]);
  });

  it("writes duplicate lines twice or `times` times, and counts them once", async () => {
    expect((await play([{ fault: "duplicate-lines" }], [INIT, TEXT])).text()).toBe(INIT + INIT + TEXT + TEXT);
    const thrice = await play([{ fault: "duplicate-lines", times: 3, afterLines: 1 }], [INIT, TEXT]);
    expect(thrice.text()).toBe(INIT + TEXT.repeat(3));
  });
});

describe("missing output", () => {
  it("no-result drops results, but counts them", async () => {
    const faults: Fault[] = [{ fault: "no-result" }, { fault: "exit", code: 0, afterType: "result" }];
    const sink = await play(faults, [INIT, RESULT, TEXT]);
    expect(sink.log).toEqual([`out:${INIT}`, 'exit:{"code":0}']);
  });

  it("a stall delays everything after it", async () => {
    const { log } = await play([{ fault: "stall", ms: 50, atByte: 5 }], [INIT]);
    expect(log).toEqual(['out:{"typ', "sleep:50", `out:${INIT.slice(5)}`]);
  });

  it("a stall without a time lasts as long as a timer can", async () => {
    expect((await play([{ fault: "stall", afterLines: 1 }], [INIT])).log.at(-1)).toBe("sleep:2147483647");
  });
});

describe("exits and modes", () => {
  it.each<[string, Fault, string]>([
    ["a code", { fault: "exit", code: 7 }, '{"code":7}'],
    ["a signal", { fault: "exit", signal: "SIGKILL" }, '{"signal":"SIGKILL"}'],
    ["neither a code nor a signal", { fault: "exit" }, '{"code":1}'],
    ["an undrained pipe", { fault: "exit", undrained: true }, '{"code":1,"undrained":true}'],
  ])("exits with %s", async (_, fault, expected) => {
    expect((await play([{ ...fault, afterLines: 1 }])).log).toEqual([`out:${INIT}`, `exit:${expected}`]);
  });

  it("exit at a byte writes exactly that many bytes", async () => {
    for (const atByte of [0, 1, 50, 51, 52, 53, 54]) {
      const sink = await play([{ fault: "exit", atByte }]);
      expect(sink.bytes().length).toBe(atByte);
      expect(sink.log.at(-1)).toBe('exit:{"code":1}');
    }
  });

  it("exit happens in the middle of another fault's bytes", async () => {
    const sink = await play([
      { fault: "long-line", bytes: 500_000 },
      { fault: "exit", atByte: 300_000 },
    ]);
    expect(sink.bytes().length).toBe(300_000);
  });

  it("exit undrained does not wait for a sink that is full", async () => {
    const sink = createMemorySink({ onWrite: () => new Promise(() => {}) });
    const faults: Fault[] = [{ fault: "exit", undrained: true, afterLines: 2 }];
    const output = createFaultyOutput({ faults, seed: 1, sink });
    for (const line of LINES) void output.write(line);
    await output.end();
    expect(sink.log.at(-1)).toBe('exit:{"code":1,"undrained":true}');
  });

  it("modes apply from the start, or from their trigger on", async () => {
    const sink = createMemorySink();
    const faults: Fault[] = [{ fault: "ignore-sigterm" }, { fault: "no-exit", afterLines: 1 }];
    const output = createFaultyOutput({ faults, seed: 1, sink });
    expect([output.ignoresSigterm, output.neverExits]).toEqual([true, false]);
    await output.write(INIT);
    expect([output.ignoresSigterm, output.neverExits]).toEqual([true, true]);
  });

  it("closes stdin and keeps stdout open", async () => {
    const { log } = await play(
      [
        { fault: "grandchild", ms: 5 },
        { fault: "close-stdin", afterLines: 1 },
      ],
      [INIT],
    );
    expect(log).toEqual(["keep-open:5", `out:${INIT}`, "close-input"]);
  });
});

describe("laws of faulty output", () => {
  const faults = fc.array(
    fc.record({ fault: fc.constantFrom(...FAULT_NAMES), afterLines: fc.nat(4) }).map(({ fault, afterLines }): Fault => {
      if (fault === "chunks") return { fault, bytes: 0, afterLines };
      if (fault === "long-line" || fault === "stderr-flood") return { fault, bytes: 100, afterLines };
      if (fault === "flood") return { fault, lines: 3, afterLines };
      if (fault === "stall" || fault === "late-result" || fault === "grandchild") return { fault, ms: 1, afterLines };
      return { fault, afterLines };
    }),
    { maxLength: 6 },
  );

  it("the same faults, lines and seed give the same bytes, chunks and times", async () => {
    await checkProperty(
      "same faults, same moments",
      fc.asyncProperty(faults, fc.nat(), async (list, seed) => {
        expect((await play(list, LINES, seed)).log).toEqual((await play(list, LINES, seed)).log);
      }),
      scaleRuns(100),
    );
  });

  it("writes nothing after an exit", async () => {
    await checkProperty(
      "nothing after an exit",
      fc.asyncProperty(faults, fc.nat(120), async (list, atByte) => {
        const { log } = await play([...list, { fault: "exit", atByte }]);
        const exits = log.findIndex((entry) => entry.startsWith("exit:"));
        if (exits !== -1) expect(log.slice(exits + 1)).toEqual([]);
      }),
      scaleRuns(100),
    );
  });
});

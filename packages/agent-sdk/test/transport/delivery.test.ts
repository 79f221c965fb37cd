import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDelivery } from "../../src/transport/delivery.ts";

const message = (n: number): string => `${JSON.stringify({ type: "assistant", n, text: "é\u2028" })}\n`;
const request = (n: number): string => `${JSON.stringify({ type: "control_request", n })}\n`;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What came out, with the session's bytes as the numbers of the lines that were whole by then. */
function listen() {
  const seen: string[] = [];
  let text = "";
  const decoder = new TextDecoder();
  const delivery = createDelivery({
    onData(chunk) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) seen.push(`session ${label(line)}`);
    },
    onMessage: (wire) =>
      seen.push(`reader ${wire["type"] === "assistant" ? "message" : "request"} ${JSON.stringify(wire["n"])}`),
    onExit: ({ code }) => seen.push(`exit ${code}`),
  });
  return { delivery, seen, rest: () => text };
}

function label(line: string): string {
  const { type, n } = JSON.parse(line) as { type: string; n: number };
  return `${type === "assistant" ? "message" : "request"} ${n}`;
}

const exit = { code: 0, signal: null };

describe("the delivery of lines", () => {
  test("delivers messages immediately, each after its bytes", () => {
    const { delivery, seen } = listen();
    delivery.push(Buffer.from(message(1) + message(2)));
    delivery.exit(exit);
    expect(seen).toEqual(["session message 1", "session message 2", "reader message 1", "reader message 2", "exit 0"]);
  });

  test("delivers a message before a request that follows it in the same chunk, and vice versa", async () => {
    const { delivery, seen } = listen();
    delivery.push(Buffer.from(message(1) + request(2) + message(3)));
    expect(seen).toEqual(["session message 1", "reader message 1"]);
    await turn();
    expect(seen.slice(2)).toEqual(["session request 2", "reader request 2"]);
    await turn();
    expect(seen.slice(4)).toEqual(["session message 3", "reader message 3"]);
  });

  test("keeps the order of lines that arrive during a delivery, and delivers the exit last", async () => {
    const { delivery, seen } = listen();
    delivery.push(Buffer.from(message(1) + request(2)));
    delivery.push(Buffer.from(message(3)));
    delivery.exit(exit);
    expect(seen.at(-1)).toBe("reader message 1");
    await turn();
    await turn();
    await turn();
    expect(seen.filter((entry) => !entry.startsWith("session"))).toEqual([
      "reader message 1",
      "reader request 2",
      "reader message 3",
      "exit 0",
    ]);
  });

  test("loses nothing and keeps the order for any chunk boundaries", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 8 }),
        fc.array(fc.nat(400), { maxLength: 6 }),
        fc.boolean(),
        async (kinds, cuts, hasLastLineEnd) => {
          const all = kinds.map((isRequest, n) => (isRequest ? request(n) : message(n))).join("");
          const bytes = Buffer.from(hasLastLineEnd ? all : all.trimEnd());
          const { delivery, seen, rest } = listen();
          const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
          for (const [index, from] of places.entries()) delivery.push(bytes.subarray(from, places[index + 1]));
          delivery.exit(exit);
          while (seen.at(-1) !== "exit 0") await turn();
          const labels = kinds.map((isRequest, n) => `${isRequest ? "request" : "message"} ${n}`);
          expect(seen.filter((entry) => entry.startsWith("reader"))).toEqual(labels.map((name) => `reader ${name}`));
          const whole = [
            ...seen.filter((entry) => entry.startsWith("session")),
            ...(rest() === "" ? [] : [`session ${label(rest())}`]),
          ];
          expect(whole).toEqual(labels.map((name) => `session ${name}`));
        },
      ),
      { numRuns: 200 },
    );
  });
});

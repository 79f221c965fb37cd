// For hosts that speak some of the protocol themselves.
import { originalOf } from "@unspool/protocol";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import type { TransportFactory } from "../../src/transport/types.ts";

const touch = { description: "Make a note", command: "touch note.txt" };
const asks = scenario("asks").turn(say.tool("Bash", touch, "", { asks: true }), say.text("Done."));

test("`wrapTransport` sees the launch, every line written and every byte read, over any transport", async () => {
  const written: string[] = [];
  let [read, started] = [0, ""];
  const wrapTransport =
    (inner: TransportFactory): TransportFactory =>
    (launch, handlers) => {
      started = launch.args.join(" ");
      const transport = inner(launch, {
        ...handlers,
        onData: (chunk) => {
          read += chunk.length;
          handlers.onData(chunk);
        },
        onStderr: (chunk) => handlers.onStderr(chunk),
        onExit: (exit) => handlers.onExit(exit),
      });
      return {
        pid: transport.pid,
        write: (lines) => {
          written.push(lines);
          transport.write(lines);
        },
        endInput: () => transport.endInput(),
        pause: () => transport.pause(),
        resume: () => transport.resume(),
        kill: (signal) => transport.kill(signal),
        unref: () => transport.unref(),
        ref: () => transport.ref(),
      };
    };
  const claude = createClaude({ spawn: spawnSimulated({ scenario: scenario("one").turn(say.text("One.")) }) });
  const { text } = await claude.ask("Hi", { wrapTransport, initialize: { title: "A title" } });
  expect(text).toBe("One.");
  expect(started).toContain("--input-format stream-json");
  expect(read).toBeGreaterThan(1000);
  expect(written.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(["control_request", "user"]);
  expect(JSON.parse(written[0] ?? "")).toMatchObject({ request: { subtype: "initialize", title: "A title" } });
});

test("`onRequest` gets each wire message first, and requests it does not answer go to other responders", async () => {
  const seen: unknown[] = [];
  const claude = createClaude({
    spawn: spawnSimulated({ scenario: asks }),
    permissions: (request) => request.allow(),
  });
  // Its parameter has a type here, where it is written.
  const denied = await claude.ask("Go.", {
    async onRequest(request) {
      seen.push(originalOf(request)?.["type"]);
      return { behavior: "deny", message: "Not now." };
    },
  });
  expect(seen).toEqual(["control_request"]);
  expect(denied.denials).toHaveLength(1);
  const allowed = await claude.ask("Go.", { onRequest: () => undefined });
  expect(allowed.denials).toEqual([]);
});

test("a request whose answer fails is refused, and the turn continues", async () => {
  const claude = createClaude({ spawn: spawnSimulated({ scenario: asks }), permissions: {} });
  const { text, toolCalls } = await claude.ask("Go.", { onRequest: () => Promise.reject(new Error("broken")) });
  expect(text).toBe("Done.");
  expect(toolCalls.map(({ status }) => status)).not.toContain("succeeded");
});

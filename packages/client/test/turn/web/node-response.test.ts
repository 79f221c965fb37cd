// A turn into responses of a real `node:http` server: backpressure, clients that leave, and what goes over the wire.
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Event } from "@unspool/protocol";
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClaude, type Turn } from "../../../src/index.ts";

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function open(port: number, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, host: "127.0.0.1", headers, agent: false }), "response")) as [
    IncomingMessage,
  ];
  return response;
}

function ask(answer: string): Turn {
  const claude = createClaude({ spawn: spawnSimulated({ scenario: scenario("web").turn(say.text(answer)) }) });
  return claude.ask("Hello");
}

const parseEventNames = (body: string): string[] =>
  Array.from(body.matchAll(/^event: (.*)$/gm), ([, name = ""]) => name);
const joinTexts = (body: string): string =>
  Array.from(
    body.matchAll(/^event: text-delta\ndata: (.*)$/gm),
    ([, data = ""]) => JSON.parse(data) as { text: string },
  )
    .map((event) => event.text)
    .join("");

describe("pipeToResponse", () => {
  it("sends the turn with the caller's status and headers, and reports that everything was sent", async () => {
    const sent: Promise<boolean>[] = [];
    const port = await serve((_request, response) => {
      response.setHeader("Access-Control-Allow-Origin", "*");
      sent.push(ask("Hello there.").pipeToResponse(response, { status: 201, headers: { "X-Mine": "1" } }));
    });
    const response = await open(port);
    expect(response.statusCode).toBe(201);
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "x-mine": "1",
    });
    const body = await text(response);
    expect(parseEventNames(body).at(-1)).toBe("result");
    expect(joinTexts(body)).toBe("Hello there.");
    expect(await Promise.all(sent)).toEqual([true]);
  });

  it("continues after the id in the request's own header", async () => {
    const turn = ask("Hello there.");
    const port = await serve((_request, response) => void turn.pipeToResponse(response));
    const whole = await text(await open(port));
    const ids = Array.from(whole.matchAll(/^id: (.*)$/gm), ([, id = ""]) => id);
    for (const [index, id] of ids.slice(0, -1).entries()) {
      const rest = await text(await open(port, { "Last-Event-ID": id }));
      expect(parseEventNames(rest)).toEqual(parseEventNames(whole).slice(index + 1));
    }
    expect((await open(port, { "Last-Event-ID": ids.at(-1) ?? "" })).statusCode).toBe(204);
  });

  it("stops when the client disconnects, and the turn continues", async () => {
    const plays = scenario("leaves").turn(say.tool("Write", { file_path: "a", content: "a" }, "ok"), say.text("Done."));
    let turn: Turn | undefined;
    let sent: Promise<boolean> | undefined;
    const claude = createClaude({
      spawn: spawnSimulated({ scenario: plays }),
      // Not before the client has gone.
      permissions: async (request) => {
        await sent;
        return request.allow();
      },
    });
    const port = await serve((_request, response) => {
      turn = claude.ask("Hello");
      sent = turn.pipeToResponse(response);
    });
    const response = await open(port);
    await once(response, "data");
    response.destroy();
    expect(await sent).toBe(false);
    expect((await turn)?.text).toBe("Done.");
  });

  it("reports at once that the client has already disconnected", async () => {
    const turn = ask("Hello there.");
    let sent: Promise<boolean> | undefined;
    let tell: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const port = await serve((_request, response) => {
      response.on("close", () => {
        sent = turn.pipeToResponse(response);
        tell();
      });
      request.destroy();
    });
    const request = get({ port, host: "127.0.0.1", agent: false });
    request.on("error", () => undefined);
    await isOver;
    expect(await sent).toBe(false);
    expect((await turn).text).toBe("Hello there.");
  });

  it("applies backpressure while the client does not read", async () => {
    const answer = "0123456789".repeat(400_000);
    let turn: Turn | undefined;
    let written = 0;
    const port = await serve((_request, response) => {
      const write = response.write.bind(response) as (chunk: Uint8Array) => boolean;
      Object.assign(response, {
        write(chunk: Uint8Array) {
          written += chunk.length;
          return write(chunk);
        },
      });
      turn = ask(answer);
      void turn.pipeToResponse(response);
    });
    const response = await open(port);
    response.pause();
    // Until nothing moves any more: the buffers of both sockets are full.
    for (let before = -1; before !== written;) {
      before = written;
      for (let tick = 0; tick < 2000; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBeGreaterThan(0);
    expect(turn?.status).toBe("running");
    expect(joinTexts(await text(response)) === answer).toBe(true);
  });
});

describe("the size of a response", () => {
  it("is near that of the text, not 25 times as large as with one message per delta", async () => {
    const answer = "The quick brown fox jumps over the lazy dog. ".repeat(3000);
    let before = 0;
    const port = await serve((_request, response) => {
      const turn = ask(answer);
      const filter = (event: Event): boolean => {
        if (event.type !== "text-delta") return false;
        before += `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`.length;
        return true;
      };
      void turn.pipeToResponse(response, { filter });
    });
    const body = await text(await open(port));
    // The result at the end has the whole text once more.
    const after = body.slice(0, body.lastIndexOf("id: ")).length;
    expect(joinTexts(body) === answer).toBe(true);
    console.log(
      `bytes per byte of text: ${(before / answer.length).toFixed(1)} alone, ${(after / answer.length).toFixed(2)} joined`,
    );
    expect(before / answer.length).toBeGreaterThan(10);
    expect(after / answer.length).toBeLessThan(2);
  });
});

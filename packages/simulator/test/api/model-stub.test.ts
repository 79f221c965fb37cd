import { request as httpRequest } from "node:http";
import { connect, Server } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { startModelStub, type ModelStub } from "../../src/api/model-stub.ts";
import type { ServedAnswer } from "../../src/api/serve/served.ts";
import { ask, post, quickStub, textIn } from "./client.ts";

const hello = { turns: [{ replies: ["Hello, you."] }] };
const user = (content: unknown): unknown => ({ role: "user", content });

describe("answers", () => {
  it("answers with a plain message without streaming", async () => {
    await using stub = await quickStub(hello);
    const { status, headers, body } = await ask(stub, [user("hi")]);
    expect(status).toBe(200);
    expect(headers.get("request-id")).toMatch(/^req_01\w{22}$/u);
    expect(body).toEqual({
      id: expect.stringMatching(/^msg_01\w{22}$/u) as string,
      type: "message",
      role: "assistant",
      model: "claude-test",
      content: [{ type: "text", text: "Hello, you." }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 },
    });
  });

  it("streams thinking with its signature, text and the input of a tool in pieces", async () => {
    const blocks = [
      { thinking: "Let me see.", signature: "sig" },
      { text: "I look at it now" },
      { tool: "Bash", input: { command: "echo one two three" }, id: "toolu_mine" },
      { block: { type: "redacted_thinking", data: "eA==" } },
    ];
    await using stub = await quickStub({
      turns: [{ replies: [{ blocks, usage: { inputTokens: 5, outputTokens: 7 } }] }],
    });
    const { events } = await ask(stub, [user("hi")], { stream: true });
    expect(events.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`))).toEqual([
      "message_start",
      "ping",
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_delta 0",
      "content_block_stop 0",
      "content_block_start 1",
      "content_block_delta 1",
      "content_block_delta 1",
      "content_block_stop 1",
      "content_block_start 2",
      "content_block_delta 2",
      "content_block_delta 2",
      "content_block_stop 2",
      "content_block_start 3",
      "content_block_stop 3",
      "message_delta",
      "message_stop",
    ]);
    expect(events[0]?.message?.["usage"]).toMatchObject({ input_tokens: 5, output_tokens: 1 });
    expect(events[4]?.delta).toEqual({ type: "signature_delta", signature: "sig" });
    expect(events[10]?.content_block).toEqual({ type: "tool_use", id: "toolu_mine", name: "Bash", input: {} });
    expect(events[11]?.delta).toEqual({ type: "input_json_delta", partial_json: '{"command":"echo one' });
    expect(events[14]?.content_block).toEqual({ type: "redacted_thinking", data: "eA==" });
    expect(events[16]).toMatchObject({ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 7 } });
  });

  it("keeps every character of a text", async () => {
    const text =
      "a\u2028b\u2029c \u0000 \ud83d\udc69\u200d\ud83d\udc67 \u65e5\u672c \u05e2\u05d1\u05e8 \r\n\n data: x\n\n";
    await using stub = await quickStub({ turns: [{ replies: [text] }, { replies: [text] }] });
    expect(textIn(await ask(stub, [user("one")], { stream: true }))).toBe(text);
    expect(textIn(await ask(stub, [user("two")]))).toBe(text);
  });

  it("generates the same ids for the same seed and other ids for another seed", async () => {
    const scenario = { turns: [{ replies: [[{ thinking: "hm" }, { tool: "Bash", input: {} }]] }] };
    const contents: string[] = [];
    for (const seed of [1, 1, 2]) {
      await using stub = await quickStub(scenario, { seed });
      const { body, headers } = await ask(stub, [user("hi")]);
      contents.push(JSON.stringify([body, headers.get("request-id")]));
    }
    expect(contents[0]).toBe(contents[1]);
    expect(contents[0]).not.toBe(contents[2]);
  });

  it("replaces ${cwd} with the workspace", async () => {
    await using stub = await quickStub({ turns: [{ replies: ["in ${cwd}"] }] }, { cwd: "/w" });
    expect(textIn(await ask(stub, [user("hi")]))).toBe("in /w");
  });
});

describe("errors of the scenario", () => {
  it("sends an error `times` times before the reply", async () => {
    const error = { status: 529, times: 2, retryAfterSeconds: 3 };
    await using stub = await quickStub({
      turns: [{ replies: [{ blocks: [{ text: "made it" }], error }] }, { replies: ["next"] }],
    });
    const first = await ask(stub, [user("hi")], { stream: true });
    expect(first.status).toBe(529);
    expect(first.headers.get("retry-after")).toBe("3");
    expect(first.body).toEqual({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
    expect((await ask(stub, [user("hi")])).status).toBe(529);
    expect(textIn(await ask(stub, [user("hi")]))).toBe("made it");
    expect(stub.served.map(({ reach, attempt, status, reply }) => [reach, attempt, status, reply])).toEqual([
      ["refused", 1, 529, "main/0/0"],
      ["refused", 2, 529, "main/0/0"],
      ["whole", 3, 200, "main/0/0"],
    ]);
  });

  it("repeats an error with its own message forever without `times`", async () => {
    const error = { status: 400, type: "odd_error", message: "bad thing" };
    await using stub = await quickStub({ turns: [{ replies: [{ error }] }] });
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(stub, [user("hi")])).body).toEqual({
        type: "error",
        error: { type: "odd_error", message: "bad thing" },
      });
    }
  });

  it("reports rate limits in headers, and answers 429 when a limit is reached", async () => {
    const warning = { status: "allowed_warning", resetsAt: 1794800000, utilization: 0.93 } as const;
    const rejected = {
      status: "rejected",
      resetsAt: 1794800000,
      window: "seven_day",
      overageStatus: "rejected",
    } as const;
    const replies = [{ blocks: [{ text: "warned" }], rateLimit: warning }];
    await using stub = await quickStub({ turns: [{ replies }, { replies: [{ rateLimit: rejected }] }] });
    const limits = ({ headers }: { headers: Headers }): unknown =>
      Object.fromEntries(
        [...headers].filter(([name]) => name.includes("ratelimit")).map(([name, value]) => [name.slice(28), value]),
      );
    expect(limits(await ask(stub, [user("one")]))).toEqual({
      status: "allowed_warning",
      reset: "1794800000",
      "representative-claim": "five_hour",
      "5h-reset": "1794800000",
      "5h-utilization": "0.93",
      "5h-surpassed-threshold": "0.9",
    });
    const refused = await ask(stub, [user("two")]);
    expect(refused.status).toBe(429);
    expect(limits(refused)).toMatchObject({
      status: "rejected",
      "representative-claim": "seven_day",
      "7d-reset": "1794800000",
    });
  });
});

describe("streams", () => {
  it("breaks a stream after the given pieces, and the next attempt succeeds with other ids", async () => {
    const reply = { blocks: [{ text: "alpha beta gamma delta epsilon" }], breakAfterPieces: 2 };
    // The server waits before it cuts the connection: here, until the client has received everything.
    let cut = (): void => {};
    const sleep = async (ms: number): Promise<void> => {
      if (ms > 0) await new Promise<void>((resolve) => (cut = resolve));
    };
    await using stub = await quickStub({ turns: [{ replies: [reply] }, { replies: ["next"] }] }, { sleep });
    const body = JSON.stringify({ model: "claude-test", max_tokens: 9, stream: true, messages: [user("hi")] });
    const response = await fetch(`${stub.url}/v1/messages`, { method: "POST", body });
    let first = "";
    const reading = (async () => {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        first += Buffer.from(chunk).toString();
        if (first.includes("amma delta e")) cut();
      }
    })();
    await expect(reading).rejects.toThrow("terminated");
    expect(first).not.toContain("psilon");
    const second = await ask(stub, [user("hi")], { stream: true });
    expect([second.isBroken, textIn(second)]).toEqual([false, "alpha beta gamma delta epsilon"]);
    expect(first).not.toContain(second.events[0]?.message?.["id"]);
    expect(stub.served.map(({ reach, blocks }) => [reach, blocks[0]?.pieces, blocks[0]?.isWhole])).toEqual([
      ["broken", 2, false],
      ["whole", 3, true],
    ]);
  });

  it("holds a hanging answer before the end of its last block until the client disconnects", async () => {
    const blocks = [{ text: "alpha" }, { text: "beta" }];
    await using stub = await quickStub({ turns: [{ replies: [{ blocks, hang: true }] }] });
    const ended = nextServed(stub);
    const client = new AbortController();
    const response = await fetch(`${stub.url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ model: "m", max_tokens: 9, stream: true, messages: [user("hi")] }),
      signal: client.signal,
    });
    let text = "";
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      if (text.includes("beta")) break;
    }
    client.abort();
    const { reach, blocks: served } = await ended;
    expect(reach).toBe("hung");
    expect(served.map(({ isWhole }) => isWhole)).toEqual([true, false]);
    expect(text).not.toContain('content_block_stop","index":1');
  });

  it("records an answer as cut when the client disconnects in the middle", async () => {
    const reply = { blocks: [{ text: "x".repeat(1_000_000) }], pieceLength: 1000 };
    await using stub = await startModelStub({ turns: [{ replies: [reply] }] }, { pieceDelayMs: 1 });
    const ended = nextServed(stub);
    const client = new AbortController();
    const body = JSON.stringify({ model: "m", max_tokens: 9, stream: true, messages: [user("hi")] });
    const response = await fetch(`${stub.url}/v1/messages`, { method: "POST", body, signal: client.signal });
    await response.body?.getReader().read();
    client.abort();
    expect(await ended).toMatchObject({ reach: "cut", blocks: [{ isWhole: false }] });
  });
});

describe("requests", () => {
  it.each([
    ["{", "not valid JSON"],
    ["[]", "not valid JSON"],
    [{ messages: [user("hi")], max_tokens: 1 }, "model: Field required"],
    [{ model: "m", max_tokens: 1 }, "messages: Field required"],
    [{ model: "m", max_tokens: 1, messages: [] }, "at least one message"],
    [{ model: "m", messages: [user("hi")] }, "max_tokens: Field required"],
    [{ model: "m", max_tokens: 1.5, messages: [user("hi")] }, "max_tokens"],
    [{ model: "m", max_tokens: 1, messages: [{ role: "robot", content: "hi" }] }, "messages.0.role"],
    [{ model: "m", max_tokens: 1, messages: [user(5)] }, "messages.0.content"],
    [{ model: "m", max_tokens: 1, messages: [user([{ text: "hi" }])] }, "messages.0.content.0.type"],
    [{ model: "m", max_tokens: 1, messages: [user("hi")], stream: "yes" }, "stream"],
  ])("refuses %j with an error in the format of the API", async (body, words) => {
    await using stub = await quickStub(hello);
    const answer = await post(stub, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringContaining(words) as string },
    });
    expect(textIn(await ask(stub, [user("hi")]))).toBe("Hello, you.");
  });

  it("refuses a request that is too large", async () => {
    await using stub = await quickStub(hello, { maxBodyBytes: 1000 });
    const answer = await ask(stub, [user("x".repeat(2000))]);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { type: "request_too_large" } });
  });

  it("answers requests for tokens, models, the root and unknown paths", async () => {
    await using stub = await quickStub(hello);
    const count = await post(stub, { model: "m", messages: [user("hi")] }, {}, "/v1/messages/count_tokens?beta=true");
    expect(count.body["input_tokens"]).toBeGreaterThan(0);
    const get = async (path: string, method = "GET"): Promise<Response> => fetch(stub.url + path, { method });
    expect(await (await get("/v1/models")).json()).toMatchObject({
      has_more: false,
      data: expect.any(Array) as unknown[],
    });
    expect((await get("/v1/models/claude-opus-5-5")).status).toBe(200);
    expect((await get("/", "HEAD")).status).toBe(200);
    expect((await get("/")).status).toBe(200);
    expect((await get("/v1/messages")).status).toBe(405);
    const missing = await get("/api/none");
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ type: "error", error: { type: "not_found_error" } });
    expect(stub.requests.map(({ method, path }) => `${method} ${path}`)).toContain("GET /api/none");
  });

  it("records summaries of requests, up to a limit", async () => {
    await using stub = await quickStub(hello, { maxRemembered: 2 });
    for (const text of ["one", "two", "three"])
      await ask(stub, [user(text)], { tools: [{ name: "Bash" }], system: "Be brief." });
    expect(stub.requests).toHaveLength(2);
    expect(stub.requests[1]).toMatchObject({
      model: "claude-test",
      messages: 1,
      lastUserText: "three",
      tools: ["Bash"],
      system: ["Be brief."],
    });
  });
});

describe("requests of web pages", () => {
  const raw = async (stub: ModelStub, headers: Record<string, string>, method = "POST"): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const path = method === "POST" ? "/v1/messages" : "/v1/models";
      const client = httpRequest(`${stub.url}${path}`, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      client.on("error", reject);
      client.end(method === "POST" ? JSON.stringify({ model: "m", max_tokens: 9, messages: [user("hi")] }) : undefined);
    });

  it.each([
    { origin: "https://evil.example", "content-type": "text/plain" },
    { origin: "null", "content-type": "text/plain" },
    { "sec-fetch-site": "cross-site", "content-type": "text/plain" },
    { host: "evil.example", "content-type": "application/json" },
    { host: "127.0.0.1.evil.example:80", "content-type": "application/json" },
    { host: "localhost@evil.example", "content-type": "application/json" },
  ])("answers 403 to the headers of a web page: %j", async (headers) => {
    await using stub = await quickStub(hello);
    expect(await raw(stub, headers)).toBe(403);
    expect(await raw(stub, headers, "GET")).toBe(403);
    expect(stub.served).toEqual([]);
  });

  it.each(["localhost:8080", "127.0.0.1", "[::1]:9", "api.localhost"])("accepts the host %s", async (host) => {
    await using stub = await quickStub(hello);
    expect(await raw(stub, { host, "content-type": "application/json" })).toBe(200);
  });
});

describe("the server", () => {
  it("listens on loopback only", async () => {
    const listen = vi.spyOn(Server.prototype, "listen");
    onTestFinished(() => listen.mockRestore());
    await using stub = await quickStub(hello);
    expect(stub.url).toBe(`http://127.0.0.1:${stub.port}`);
    const server = listen.mock.contexts[0] as Server;
    expect(server.address()).toMatchObject({ address: "127.0.0.1", port: stub.port });
  });

  it("cuts hanging answers on close(), which may be called twice", async () => {
    const stub = await quickStub({ turns: [{ replies: [{ blocks: [{ text: "alpha" }], hang: true }] }] });
    const begun = new Promise<void>((resolve) => {
      const client = httpRequest(
        `${stub.url}/v1/messages`,
        { method: "POST" },
        (response) => void response.once("data", () => resolve()).on("error", () => {}),
      );
      client.on("error", () => {});
      client.end(JSON.stringify({ model: "m", max_tokens: 9, stream: true, messages: [user("hi")] }));
    });
    await begun;
    await Promise.all([stub.close(), stub.close()]);
    expect(stub.served[0]?.reach).toBe("hung");
    await expect(fetch(stub.url)).rejects.toThrow("fetch failed");
  });

  it("keeps running after clients that do not send HTTP or disconnect in the middle of a request", async () => {
    await using stub = await quickStub(hello);
    for (const bytes of ["nonsense\r\n\r\n", "POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"]) {
      await new Promise<void>((resolve) => {
        const socket = connect(stub.port, "127.0.0.1", () => socket.end(bytes));
        socket
          .on("close", () => resolve())
          .on("error", () => {})
          .resume();
      });
    }
    expect(textIn(await ask(stub, [user("hi")]))).toBe("Hello, you.");
  });

  it("returns environment variables for a real CLI, with a key or a token", async () => {
    await using stub = await quickStub(hello);
    expect(stub.env()).toMatchObject({
      ANTHROPIC_BASE_URL: stub.url,
      ANTHROPIC_API_KEY: "made-up-key",
      DISABLE_TELEMETRY: "1",
    });
    expect(stub.env({ auth: "subscription" })).not.toHaveProperty("ANTHROPIC_API_KEY");
    expect(stub.env({ auth: "subscription" })).toHaveProperty("CLAUDE_CODE_OAUTH_TOKEN");
  });

  it("refuses unknown and invalid options", async () => {
    await expect(startModelStub(hello, { host: "0.0.0.0" } as object)).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining('"host"') as string,
    });
    await expect(startModelStub(hello, { seed: -1 })).rejects.toThrow("seed is -1");
  });

  it("refuses an invalid scenario with its location", async () => {
    await expect(startModelStub({ turns: [{ replies: [5] }] } as never)).rejects.toMatchObject({
      code: "invalid-scenario",
      message: expect.stringContaining("turns[0].replies[0]") as string,
    });
  });
});

async function nextServed(stub: Awaited<ReturnType<typeof quickStub>>): Promise<ServedAnswer> {
  return new Promise((resolve) => {
    const off = stub.onServed((served) => {
      off();
      resolve(served);
    });
  });
}

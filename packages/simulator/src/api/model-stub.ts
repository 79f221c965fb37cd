// The stand-in Messages API: plays a scenario to real CLIs and to programs that use the API, on loopback only, and keeps
// the truth about what it served.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { createIdentity } from "../engine/identity.ts";
import { scenarioOf, type ScenarioSource } from "../scenario/any-scenario.ts";
import { fillPlaces } from "../scenario/places.ts";
import { seedOf } from "./answer.ts";
import { createMessagesHandler } from "./answer-messages.ts";
import { stubEnvironment, type StubEnvironmentOptions } from "./environment.ts";
import { ModelStubError, refusal } from "./errors.ts";
import { isFromPage, readBody, sendJson, sendRefusal } from "./http.ts";
import { modelList, modelNamed } from "./models.ts";
import { checkOptions, type ModelStubOptions } from "./options.ts";
import { readMessagesRequest, textsOf, type MessagesRequest } from "./request.ts";
import { createBoundedLog, type AskedRequest, type ServedAnswer } from "./truth.ts";

export interface ModelStub {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** What a real CLI needs in its environment, beside HOME and PATH. */
  env(options?: StubEnvironmentOptions): Readonly<Record<string, string>>;
  /** The truth: every answer in the order of the requests, those under way included. */
  readonly served: readonly ServedAnswer[];
  /** Calls for each answer that has ended. Returns what takes it back. */
  onServed(listener: (served: ServedAnswer) => void): () => void;
  /** What was asked, in short: every request, also those that got a 404. */
  readonly requests: readonly AskedRequest[];
  /** Ends everything at once; open answers are cut. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @throws {ScenarioError} for a scenario that is none @throws {ModelStubError} */
export async function startModelStub(source: ScenarioSource, options: ModelStubOptions = {}): Promise<ModelStub> {
  const { cwd, seed, port: wantedPort, maxBodyBytes, maxRemembered, pieceDelayMs, sleep } = checkOptions(options);
  const scenario = scenarioOf(source);
  const served = createBoundedLog<ServedAnswer>(maxRemembered);
  const requests = createBoundedLog<AskedRequest>(maxRemembered);
  const listeners = new Set<(served: ServedAnswer) => void>();
  const underWay = new Set<Promise<void>>();
  let count = 0;

  const answerMessages = createMessagesHandler({
    scenario: cwd === undefined ? scenario : fillPlaces(scenario, { cwd }),
    seed,
    pieceDelayMs,
    sleep,
    onStart: (answer) => served.add(answer),
    onEnd(answer) {
      // Out of the way of the response: what a listener throws is its owner's, not the client's.
      for (const listener of listeners) process.nextTick(listener, answer);
    },
  });

  const server = createServer((request, response) => {
    const work = handle(request, response).catch(() => void response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  // Clients that send no HTTP are let go without a word.
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await listen(server, wantedPort);
  const url = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;

  const stub: ModelStub = {
    url,
    port,
    env: (environment) => stubEnvironment(url, environment),
    served: served.items,
    onServed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    requests: requests.items,
    async close() {
      closing ??= new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }).then(async () => void (await Promise.allSettled(underWay)));
      return closing;
    },
    [Symbol.asyncDispose]: async () => stub.close(),
  };
  return stub;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    count += 1;
    const requestId = createIdentity(seedOf(`${seed}/request/${count}`)).id("req");
    const headers = { "request-id": requestId };
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    response.on("error", () => gone.abort());
    const { method = "GET" } = request;
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (isFromPage(request)) {
      request.resume();
      return sendRefusal(response, refusal(403, FROM_PAGE), { ...headers, connection: "close" });
    }
    const body = await readBody(request, maxBodyBytes);
    if (body === "gone") return;
    const isMessages = path === "/v1/messages" || path === "/v1/messages/count_tokens";
    const asked = body !== "too-large" && isMessages && method === "POST" ? readMessagesRequest(body.text) : undefined;
    const isValid = asked !== undefined && "messages" in asked;
    requests.add(summaryOf(requestId, method, path, isValid ? asked : undefined));
    if (body === "too-large") return sendRefusal(response, refusal(413), { ...headers, connection: "close" });
    if (isMessages) {
      if (method !== "POST") return sendRefusal(response, refusal(405, "Method Not Allowed"), headers);
      if (asked === undefined || !("messages" in asked)) return sendRefusal(response, asked ?? refusal(400), headers);
      if (path.endsWith("/count_tokens"))
        return sendJson(response, 200, { input_tokens: estimate(body.text) }, headers);
      if (asked.maxTokens === undefined)
        return sendRefusal(response, refusal(400, "max_tokens: Field required"), headers);
      return answerMessages({ request: asked, requestId, headers: request.headers, response, gone: gone.signal });
    }
    // 2.1.200 asks for HEAD / first, to see whether the server is there.
    if (path === "/" && (method === "HEAD" || method === "GET")) return sendJson(response, 200, {}, headers);
    if (path === "/v1/models" && method === "GET") return sendJson(response, 200, modelList(), headers);
    const model = method === "GET" ? modelNamed(path) : undefined;
    if (model !== undefined) return sendJson(response, 200, model, headers);
    return sendRefusal(response, refusal(404, `Not found: ${path}`), headers);
  }
}

const FROM_PAGE =
  "The stand-in API answers programs on this machine, not pages of the web: send no Origin header, and 127.0.0.1 or localhost as the Host.";

async function listen(server: ReturnType<typeof createServer>, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const message =
        wanted === 0
          ? "The stand-in API found no free port on 127.0.0.1; see `cause`, and whether this machine has a loopback interface that is up."
          : `Port ${wanted} of 127.0.0.1 cannot be had: choose another one, or none to get a free one.`;
      reject(new ModelStubError("listen-failed", message, { cause }));
    });
    server.listen(wanted, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function summaryOf(requestId: string, method: string, path: string, asked: MessagesRequest | undefined): AskedRequest {
  const lastUser = asked?.messages.findLast(({ role }) => role === "user");
  return {
    requestId,
    method,
    path,
    model: asked?.model,
    isStreamed: asked?.isStreamed ?? false,
    messages: asked?.messages.length ?? 0,
    lastUserText: textsOf(lastUser?.content).at(-1),
    tools: asked?.tools ?? [],
    system: asked?.system ?? [],
  };
}

/** About four characters to a token. */
function estimate(text: string): number {
  return Math.ceil(text.length / 4);
}

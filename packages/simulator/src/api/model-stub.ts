// The model stub: a stand-in Messages API on loopback that plays a scenario to real CLIs and to programs that use the API, and
// records what it served.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { createIdentity } from "../engine/identity.ts";
import { readScenario, type ScenarioSource } from "../scenario/load/scenario-source.ts";
import { fillPlaceholders } from "../scenario/play/placeholders.ts";
import { hashSeed } from "./serve/answer.ts";
import { createMessagesHandler } from "./answer-messages.ts";
import { createStubEnvironment, type StubEnvironmentOptions } from "./environment.ts";
import { ModelStubError, createRefusal } from "./request/errors.ts";
import { isFromBrowser, readBody, sendJson, sendRefusal } from "./request/http.ts";
import { checkOptions, type ModelStubOptions } from "./options.ts";
import { readMessagesRequest, listTexts, type MessagesRequest } from "./request/request.ts";
import { createBoundedLog, type ReceivedRequest, type ServedAnswer } from "./serve/served.ts";
import type { JsonObject } from "../json.ts";

export interface ModelStub {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Returns the environment that a real CLI needs in addition to HOME and PATH. */
  env(options?: StubEnvironmentOptions): Readonly<Record<string, string>>;
  /** All answers in the order of the requests, unfinished ones included. */
  readonly served: readonly ServedAnswer[];
  /** Calls the listener after each answer. Returns a function that removes it. */
  onServed(listener: (served: ServedAnswer) => void): () => void;
  /** A summary of every request, also of those that got a 404. */
  readonly requests: readonly ReceivedRequest[];
  /** Stops at once and cuts unfinished answers. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a model stub. @throws {ScenarioError} for an invalid scenario @throws {ModelStubError} */
export async function startModelStub(source: ScenarioSource, options: ModelStubOptions = {}): Promise<ModelStub> {
  const { cwd, seed, port: wantedPort, maxBodyBytes, maxRemembered, pieceDelayMs, sleep } = checkOptions(options);
  const scenario = readScenario(source);
  const served = createBoundedLog<ServedAnswer>(maxRemembered);
  const requests = createBoundedLog<ReceivedRequest>(maxRemembered);
  const listeners = new Set<(served: ServedAnswer) => void>();
  const underWay = new Set<Promise<void>>();
  let count = 0;

  const answerMessages = createMessagesHandler({
    scenario: cwd === undefined ? scenario : fillPlaceholders(scenario, { cwd }),
    seed,
    pieceDelayMs,
    sleep,
    onStart: (answer) => served.add(answer),
    onEnd(answer) {
      // In its own tick, so that an error of a listener does not affect the response.
      for (const listener of listeners) process.nextTick(listener, answer);
    },
  });

  const server = createServer((request, response) => {
    const work = handle(request, response).catch(() => void response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  // Clients that do not send HTTP are disconnected.
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await listen(server, wantedPort);
  const url = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;

  const stub: ModelStub = {
    url,
    port,
    env: (environment) => createStubEnvironment(url, environment),
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
    const requestId = createIdentity(hashSeed(`${seed}/request/${count}`)).id("req");
    const headers = { "request-id": requestId };
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    response.on("error", () => gone.abort());
    const { method = "GET" } = request;
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (isFromBrowser(request)) {
      request.resume();
      return sendRefusal(response, createRefusal(403, FROM_PAGE), { ...headers, connection: "close" });
    }
    const body = await readBody(request, maxBodyBytes);
    if (body === "gone") return;
    const isMessages = path === "/v1/messages" || path === "/v1/messages/count_tokens";
    const asked = body !== "too-large" && isMessages && method === "POST" ? readMessagesRequest(body.text) : undefined;
    const isValid = asked !== undefined && "messages" in asked;
    requests.add(summarizeRequest(requestId, method, path, isValid ? asked : undefined));
    if (body === "too-large") return sendRefusal(response, createRefusal(413), { ...headers, connection: "close" });
    if (isMessages) {
      if (method !== "POST") return sendRefusal(response, createRefusal(405, "Method Not Allowed"), headers);
      if (asked === undefined || !("messages" in asked))
        return sendRefusal(response, asked ?? createRefusal(400), headers);
      if (path.endsWith("/count_tokens"))
        return sendJson(response, 200, { input_tokens: estimateTokens(body.text) }, headers);
      if (asked.maxTokens === undefined)
        return sendRefusal(response, createRefusal(400, "max_tokens: Field required"), headers);
      return answerMessages({ request: asked, requestId, headers: request.headers, response, gone: gone.signal });
    }
    // 2.1.200 first sends HEAD / to check that the server is there.
    if (path === "/" && (method === "HEAD" || method === "GET")) return sendJson(response, 200, {}, headers);
    if (path === "/v1/models" && method === "GET") return sendJson(response, 200, listModels(), headers);
    const model = method === "GET" ? findModel(path) : undefined;
    if (model !== undefined) return sendJson(response, 200, model, headers);
    return sendRefusal(response, createRefusal(404, `Not found: ${path}`), headers);
  }
}

const FROM_PAGE =
  "The stand-in API answers only programs on this machine, not web pages. Send no Origin header, and 127.0.0.1 or localhost as the Host.";

async function listen(server: ReturnType<typeof createServer>, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const message =
        wanted === 0
          ? "The stand-in API found no free port on 127.0.0.1. See `cause`, and check that the loopback interface is up."
          : `Cannot listen on port ${wanted} of 127.0.0.1: choose another one, or none to get a free one.`;
      reject(new ModelStubError("listen-failed", message, { cause }));
    });
    server.listen(wanted, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function summarizeRequest(
  requestId: string,
  method: string,
  path: string,
  asked: MessagesRequest | undefined,
): ReceivedRequest {
  const lastUser = asked?.messages.findLast(({ role }) => role === "user");
  return {
    requestId,
    method,
    path,
    model: asked?.model,
    isStreamed: asked?.isStreamed ?? false,
    messages: asked?.messages.length ?? 0,
    lastUserText: listTexts(lastUser?.content).at(-1),
    tools: asked?.tools ?? [],
    system: asked?.system ?? [],
  };
}

/** Assumes four characters per token. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** A short list for GET /v1/models. Requests may name any model. */
const MODELS: readonly (JsonObject & { readonly id: string })[] = [
  { type: "model", id: "claude-opus-5-5", display_name: "Claude Opus 5.5", created_at: "2026-06-01T00:00:00Z" },
  { type: "model", id: "claude-sonnet-5-5", display_name: "Claude Sonnet 5.5", created_at: "2026-06-01T00:00:00Z" },
  {
    type: "model",
    id: "claude-haiku-4-5-20251001",
    display_name: "Claude Haiku 4.5",
    created_at: "2025-10-15T00:00:00Z",
  },
];

function listModels(): JsonObject {
  return { data: MODELS, has_more: false, first_id: MODELS[0]?.id, last_id: MODELS.at(-1)?.id };
}

function findModel(path: string): JsonObject | undefined {
  return MODELS.find(({ id }) => path === `/v1/models/${id}`);
}

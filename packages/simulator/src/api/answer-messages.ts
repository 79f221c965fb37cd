// POST /v1/messages: answers a checked request and records what was served.

import type { IncomingHttpHeaders, ServerResponse } from "node:http";

import { toTextReply, type PlainReply } from "../scenario/play/reply.ts";
import type { ApiError, Scenario } from "../scenario/types.ts";
import { createAnswer } from "./serve/answer.ts";
import { createReplyChooser } from "./choose/choose-reply.ts";
import { classifyRequest, type ClassifiedRequest } from "./request/conversation.ts";
import { createRefusal } from "./request/errors.ts";
import { sendRefusal, type Headers } from "./request/http.ts";
import { toRateLimitHeaders } from "./serve/rate-limit-headers.ts";
import type { MessagesRequest } from "./request/request.ts";
import { serveAnswer } from "./serve/serve-answer.ts";
import type { ServedAgent, ServedAnswer, ServedBlock } from "./serve/served.ts";
import type { ReplyState } from "./choose/turn-state.ts";

export interface MessagesOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly pieceDelayMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called at the start of each answer. The entry is updated until `onEnd`. */
  readonly onStart: (served: ServedAnswer) => void;
  readonly onEnd: (served: ServedAnswer) => void;
}

export interface Exchange {
  readonly request: MessagesRequest;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

type Entry = { -readonly [Key in keyof ServedAnswer]: ServedAnswer[Key] };

interface Chosen {
  readonly purpose: ServedAnswer["purpose"];
  readonly agent: ServedAgent;
  readonly name: string;
  readonly reply: PlainReply;
  readonly attempted: ReplyState | undefined;
}

export function createMessagesHandler(options: MessagesOptions): (exchange: Exchange) => Promise<void> {
  const chooser = createReplyChooser(options.scenario);
  let sideRequests = 0;
  let agentTool = "Agent";

  return async function answerMessages(exchange) {
    const { request, requestId, response, gone } = exchange;
    const chosen = choose(classifyRequest(request, isCli(exchange.headers)));
    const { reply, attempted } = chosen;
    const attempt = attempted?.attempts ?? 1;
    const headers: Headers = {
      "request-id": requestId,
      ...(reply.rateLimit === undefined ? {} : toRateLimitHeaders(reply.rateLimit)),
    };
    const blocks: ServedBlock[] = [];
    const entry: Entry = {
      requestId,
      purpose: chosen.purpose,
      agent: chosen.agent,
      reply: attempted?.name,
      attempt,
      model: request.model,
      isStreamed: request.isStreamed,
      messageId: undefined,
      blocks,
      reach: "open",
      status: 200,
      stopReason: undefined,
      usage: undefined,
    };
    options.onStart(entry);
    const error = takeError(reply, attempted);
    const breaks = error === undefined && reply.breakAfterPieces !== undefined && attempted?.hasBroken === false;
    if (attempted !== undefined && breaks) attempted.hasBroken = true;
    await options.sleep(reply.delayMs ?? 0, gone);
    if (gone.aborted) entry.reach = "cut";
    else if (error !== undefined) refuse(error);
    else await serve();
    if (attempted !== undefined) attempted.reach = entry.reach;
    options.onEnd(entry);

    function refuse({ status, message, type, retryAfterSeconds }: ApiError): void {
      const retryAfter: Headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
      entry.status = status;
      entry.reach = "refused";
      sendRefusal(response, createRefusal(status, message, type), { ...headers, ...retryAfter });
    }

    async function serve(): Promise<void> {
      const answer = createAnswer(
        reply,
        `${options.seed}/${chosen.name}/${attempt}`,
        request.model,
        resolveTools(request),
      );
      entry.messageId = answer.messageId;
      entry.stopReason = answer.stopReason;
      entry.usage = answer.usage;
      entry.reach = await serveAnswer({
        response,
        headers,
        answer,
        reply,
        isStreamed: request.isStreamed,
        breaks,
        pieceDelayMs: reply.pieceDelayMs ?? options.pieceDelayMs,
        gone,
        sleep: options.sleep,
        onCall: (index, id) => (attempted === undefined ? undefined : chooser.onCall(attempted, index, id)),
        onEnd: (reach) => (attempted === undefined ? undefined : (attempted.reach = reach)),
        served: blocks,
      });
    }
  };

  function choose(asked: ClassifiedRequest): Chosen {
    if (asked.type === "conversation") {
      const attempted = chooser.choose(asked.conversation);
      const { turn, name, reply } = attempted;
      return { purpose: turn.isNotice ? "notice" : "turn", agent: turn.agent, name, reply, attempted };
    }
    sideRequests += 1;
    const text = asked.type === "side" ? asked.answer : formatSummary(options.scenario);
    const name = `${asked.type}/${sideRequests}`;
    return { purpose: asked.type, agent: { type: "main" }, name, reply: toTextReply(text), attempted: undefined };
  }

  /** Up to 2.1.74 agents are not offered the tool that starts agents, so its name is taken from the main agent. */
  function resolveTools({ tools }: MessagesRequest): readonly string[] {
    const offered = tools.find((tool) => tool === "Agent" || tool === "Task");
    agentTool = offered ?? agentTool;
    return offered === undefined ? [...tools, agentTool] : tools;
  }
}

/** All measured CLIs identify themselves in both headers. */
function isCli(headers: IncomingHttpHeaders): boolean {
  return headers["x-app"] === "cli" || (headers["user-agent"] ?? "").startsWith("claude-cli/");
}

function takeError({ error }: PlainReply, attempted: ReplyState | undefined): ApiError | undefined {
  if (error === undefined || attempted === undefined) return undefined;
  if (error.times !== undefined && attempted.refusals >= error.times) return undefined;
  attempted.refusals += 1;
  return error;
}

/** The CLI extracts the summary from these tags, which its prompt asks for. */
function formatSummary({ summary = "The conversation was short, and nothing is pending." }: Scenario): string {
  return summary.includes("<summary>") ? summary : `<summary>\n${summary}\n</summary>`;
}

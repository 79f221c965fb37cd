// POST /v1/messages: from the checked request to the served answer and its entry in the truth.

import type { IncomingHttpHeaders, ServerResponse } from "node:http";

import { textReply, type PlainReply } from "../scenario/reply.ts";
import type { ApiError, Scenario } from "../scenario/types.ts";
import { makeAnswer } from "./answer.ts";
import { createReplyChooser } from "./choose-reply.ts";
import { whoAsks, type Asked } from "./conversation.ts";
import { refusal } from "./errors.ts";
import { sendRefusal, type Headers } from "./http.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import type { MessagesRequest } from "./request.ts";
import { serveAnswer } from "./serve-answer.ts";
import type { AgentOfAnswer, ServedAnswer, ServedBlock } from "./truth.ts";
import type { Attempted } from "./turn-state.ts";

export interface MessagesOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly pieceDelayMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called at the start of each answer; the entry is kept up to date until `onEnd`. */
  readonly onStart: (served: ServedAnswer) => void;
  readonly onEnd: (served: ServedAnswer) => void;
}

export interface Exchange {
  readonly request: MessagesRequest;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
}

type Entry = { -readonly [Key in keyof ServedAnswer]: ServedAnswer[Key] };

interface Chosen {
  readonly purpose: ServedAnswer["purpose"];
  readonly agent: AgentOfAnswer;
  readonly name: string;
  readonly reply: PlainReply;
  readonly attempted: Attempted | undefined;
}

export function createMessagesHandler(options: MessagesOptions): (exchange: Exchange) => Promise<void> {
  const chooser = createReplyChooser(options.scenario);
  let sideRequests = 0;
  let agentTool = "Agent";

  return async function answerMessages(exchange) {
    const { request, requestId, response, gone } = exchange;
    const chosen = choose(whoAsks(request, isCli(exchange.headers)));
    const { reply, attempted } = chosen;
    const attempt = attempted?.attempts ?? 1;
    const headers: Headers = {
      "request-id": requestId,
      ...(reply.rateLimit === undefined ? {} : rateLimitHeaders(reply.rateLimit)),
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
    const error = errorNow(reply, attempted);
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
      sendRefusal(response, refusal(status, message, type), { ...headers, ...retryAfter });
    }

    async function serve(): Promise<void> {
      const answer = makeAnswer(reply, `${options.seed}/${chosen.name}/${attempt}`, request.model, toolsOf(request));
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
        onCall: (index, id) => (attempted === undefined ? undefined : chooser.called(attempted, index, id)),
        onEnd: (reach) => (attempted === undefined ? undefined : (attempted.reach = reach)),
        served: blocks,
      });
    }
  };

  function choose(asked: Asked): Chosen {
    if (asked.type === "conversation") {
      const attempted = chooser.choose(asked.conversation);
      const { turn, name, reply } = attempted;
      return { purpose: turn.isNotice ? "notice" : "turn", agent: turn.agent, name, reply, attempted };
    }
    sideRequests += 1;
    const text = asked.type === "side" ? asked.answer : summaryText(options.scenario);
    const name = `${asked.type}/${sideRequests}`;
    return { purpose: asked.type, agent: { type: "main" }, name, reply: textReply(text), attempted: undefined };
  }

  /** Agents up to 2.1.74 are not offered the tool that starts agents: it keeps the name that the main agent knows. */
  function toolsOf({ tools }: MessagesRequest): readonly string[] {
    const offered = tools.find((tool) => tool === "Agent" || tool === "Task");
    agentTool = offered ?? agentTool;
    return offered === undefined ? [...tools, agentTool] : tools;
  }
}

/** Real CLIs name themselves in both headers, in every measured release. */
function isCli(headers: IncomingHttpHeaders): boolean {
  return headers["x-app"] === "cli" || (headers["user-agent"] ?? "").startsWith("claude-cli/");
}

function errorNow({ error }: PlainReply, attempted: Attempted | undefined): ApiError | undefined {
  if (error === undefined || attempted === undefined) return undefined;
  if (error.times !== undefined && attempted.refusals >= error.times) return undefined;
  attempted.refusals += 1;
  return error;
}

/** The CLI cuts the summary out of these tags; a model is told to write them. */
function summaryText({ summary = "The conversation was short, and nothing is pending." }: Scenario): string {
  return summary.includes("<summary>") ? summary : `<summary>\n${summary}\n</summary>`;
}

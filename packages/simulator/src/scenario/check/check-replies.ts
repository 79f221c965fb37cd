// Checks the turns, replies and blocks of a scenario.

import { isRecord } from "../../json.ts";
import { byKey, echo, flag, json, jsonObject, listOf, number, oneOf, record, text } from "../../check/checker.ts";
import type { Check } from "../../check/checker.ts";
import type * as Format from "../types.ts";

const amount = number(0);
const limitStatus = oneOf("allowed", "allowed_warning", "rejected");

const pattern: Check = (value, path, report) => {
  text(value, path, report);
  if (typeof value === "string" && !isPattern(value)) report(path, `expected a regular expression, got ${echo(value)}`);
};

const promptPattern = record<Format.PromptPattern>("a pattern", { contains: text, matches: pattern });

const prompt: Check = (value, path, report) => {
  if (typeof value === "string") return;
  if (!isRecord(value))
    return report(path, `expected a text or an object with "contains" or "matches", got ${echo(value)}`);
  promptPattern(value, path, report);
  if (Object.keys(value).length === 0)
    report(path, 'expected "contains" or "matches" in a pattern, got an empty object');
};

const textBlock: Check = (value, path, report) => {
  record<Format.TextBlock>("a text block", { text, pieces: listOf(text, "a list of texts") })(value, path, report);
  if (!isRecord(value) || typeof value["text"] !== "string" || !Array.isArray(value["pieces"])) return;
  const joined = value["pieces"].every((piece) => typeof piece === "string") ? value["pieces"].join("") : value["text"];
  if (joined !== value["text"])
    report([...path, "pieces"], `expected pieces that join to the text ${echo(value["text"])}, got ${echo(joined)}`);
};

const toolResult: Check = (value, path, report) => {
  if (typeof value !== "string") listOf(jsonObject, "a text or a list of blocks")(value, path, report);
};

const toolFields = record<Format.ToolBlock>(
  "a tool call",
  {
    tool: text,
    input: json,
    rawInput: text,
    id: text,
    result: toolResult,
    isError: flag,
    structured: json,
    durationMs: amount,
    asks: flag,
    elicits: record<Format.Elicitation>("an elicitation", { message: text, schema: jsonObject, url: text }, [
      "message",
    ]),
    agent: (value, path, report) => agent(value, path, report),
  },
  ["tool", "input"],
);

const toolBlock: Check = (value, path, report) => {
  toolFields(value, path, report);
  if (!isRecord(value) || value["agent"] === undefined) return;
  const input = value["input"];
  if (isRecord(input) && typeof input["prompt"] === "string") return;
  report([...path, "input"], `expected a text in "prompt", by which the agent is recognised, got ${echo(input)}`);
};

const block = byKey("a block", {
  text: textBlock,
  thinking: record<Format.ThinkingBlock>("a thinking block", { thinking: text, signature: text }),
  tool: toolBlock,
  block: record<Format.RawBlock>("a block", { block: jsonObject }),
});

const details = record<Format.ReplyDetails>("a reply", {
  blocks: listOf(block, "a list of blocks"),
  stopReason: text,
  usage: record<Format.Usage>("usage", {
    inputTokens: amount,
    outputTokens: amount,
    cacheCreationInputTokens: amount,
    cacheReadInputTokens: amount,
  }),
  delayMs: amount,
  pieceDelayMs: amount,
  pieceLength: number(1),
  error: record<Format.ApiError>(
    "an API error",
    { status: number(400, 599), type: text, message: text, retryAfterSeconds: amount, times: number(1) },
    ["status"],
  ),
  breakAfterPieces: amount,
  hang: flag,
  rateLimit: record<Format.RateLimit>(
    "a rate limit",
    {
      status: limitStatus,
      resetsAt: amount,
      window: oneOf("five_hour", "seven_day"),
      utilization: number(0, 1, "any"),
      overageStatus: limitStatus,
    },
    ["status"],
  ),
});

const reply: Check = (value, path, report) => {
  if (typeof value === "string") return;
  if (Array.isArray(value)) return listOf(block, "a list of blocks")(value, path, report);
  if (isRecord(value)) return details(value, path, report);
  report(path, `expected a text, a list of blocks or an object with "blocks", got ${echo(value)}`);
};

export const replies: Check = listOf(reply, "a list with at least one reply", 1);

const agent = record<Format.AgentScript>("an agent", { replies }, ["replies"]);

export const turn: Check = record<Format.Turn>(
  "a turn",
  { prompt, replies, notices: listOf(replies, "a list of lists of replies") },
  ["replies"],
);

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

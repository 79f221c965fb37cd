// The state of a turn: its replies so far, their requests, and how far each came.

import { nothingLeft, type TurnScript } from "../../scenario/play/script.ts";
import type { PlainReply } from "../../scenario/play/reply.ts";
import type { Conversation } from "../request/conversation.ts";
import type { ServedAgent, Reach } from "../serve/served.ts";

/** One reply of the scenario over all attempts. */
export interface ReplyState {
  readonly reply: PlainReply;
  readonly turn: TurnState;
  /** Name of the reply, the same in every run. */
  readonly name: string;
  attempts: number;
  /** Number of attempts that got the scenario's error. */
  refusals: number;
  hasBroken: boolean;
  reach: Reach;
  /** Tool calls that were served whole. */
  readonly callIds: Set<string>;
}

export interface TurnState {
  readonly agent: ServedAgent;
  readonly name: string;
  readonly isNotice: boolean;
  readonly script: TurnScript;
  readonly answers: ReplyState[];
  readonly answersByKey: Map<string, ReplyState>;
}

export function createTurnState(agent: ServedAgent, name: string, script: TurnScript, isNotice: boolean): TurnState {
  return { agent, name, isNotice, script, answers: [], answersByKey: new Map() };
}

/** Finds the reply to a request: the same one again if the last attempt failed, else the next one. */
export function findReply(turn: TurnState, conversation: Conversation): ReplyState {
  const answer = turn.answersByKey.get(conversation.key) ?? findUnfinished(turn, conversation) ?? addNextReply(turn);
  turn.answersByKey.set(conversation.key, answer);
  return answer;
}

/**
 * After a broken stream 2.1.325 does not repeat its request but adds "Your response above was cut off mid-stream" to it, with
 * or without the finished blocks. The answer counts as received only if one of its calls has a result.
 */
function findUnfinished(turn: TurnState, { results }: Conversation): ReplyState | undefined {
  const last = turn.answers.at(-1);
  if (last === undefined || last.reach === "whole") return undefined;
  return [...last.callIds].some((id) => results.has(id)) ? undefined : last;
}

function addNextReply(turn: TurnState): ReplyState {
  const answer: ReplyState = {
    reply: turn.script.next() ?? nothingLeft,
    turn,
    name: `${turn.name}/${turn.answers.length}`,
    attempts: 0,
    refusals: 0,
    hasBroken: false,
    reach: "open",
    callIds: new Set(),
  };
  turn.answers.push(answer);
  return answer;
}

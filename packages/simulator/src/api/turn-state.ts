// A turn that is being played: which replies were given, to which request, and how far each came.

import { nothingLeft, type TurnScript } from "../scenario/script.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { Conversation } from "./conversation.ts";
import type { AgentOfAnswer, Reach } from "./truth.ts";

/** One reply of the scenario and what became of it, over all attempts. */
export interface Attempted {
  readonly reply: PlainReply;
  readonly turn: TurnState;
  /** Names the reply, the same in every run. */
  readonly name: string;
  attempts: number;
  /** How often it was answered with the scenario's error. */
  refusals: number;
  hasBroken: boolean;
  reach: Reach;
  /** Calls that were served whole. */
  readonly callIds: Set<string>;
}

export interface TurnState {
  readonly agent: AgentOfAnswer;
  readonly name: string;
  readonly isNotice: boolean;
  readonly script: TurnScript;
  readonly answers: Attempted[];
  readonly answersByKey: Map<string, Attempted>;
}

export function createTurnState(agent: AgentOfAnswer, name: string, script: TurnScript, isNotice: boolean): TurnState {
  return { agent, name, isNotice, script, answers: [], answersByKey: new Map() };
}

/** The reply to this request: the same one again if the last attempt did not come through, else the next one. */
export function answerIn(turn: TurnState, conversation: Conversation): Attempted {
  const answer = turn.answersByKey.get(conversation.key) ?? unfinished(turn, conversation) ?? nextAnswer(turn);
  turn.answersByKey.set(conversation.key, answer);
  return answer;
}

/**
 * After a broken stream 2.1.325 does not repeat its request but adds "Your response above was cut off mid-stream" to it,
 * with or without the finished blocks. Only where a call of the answer was carried out has the answer been taken.
 */
function unfinished(turn: TurnState, { results }: Conversation): Attempted | undefined {
  const last = turn.answers.at(-1);
  if (last === undefined || last.reach === "whole") return undefined;
  return [...last.callIds].some((id) => results.has(id)) ? undefined : last;
}

function nextAnswer(turn: TurnState): Attempted {
  const answer: Attempted = {
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

// Which reply of the scenario a request gets. A request is the whole conversation, so its place in the scenario is read
// from it: by the calls it holds, by the prompt it ends with, by the agent whose prompt it begins with.

import { isToolBlock } from "../scenario/reply.ts";
import { createScript, type TurnScript } from "../scenario/script.ts";
import type { Scenario } from "../scenario/types.ts";
import type { Conversation, Opening, Spoken } from "./conversation.ts";
import { createPendingAgents, promptOf, type PendingAgent } from "./pending-agents.ts";
import type { AgentOfAnswer } from "./truth.ts";
import { answerIn, createTurnState, type Attempted, type TurnState } from "./turn-state.ts";

export interface ReplyChooser {
  choose(conversation: Conversation): Attempted;
  /** A call that is served whole: later requests carry its id, and an agent may begin with its prompt. */
  called(attempted: Attempted, place: number, id: string): void;
}

interface Thread {
  readonly agent: AgentOfAnswer;
  readonly name: string;
  readonly script: TurnScript | undefined;
  turns: number;
  current: TurnState | undefined;
}

export function createReplyChooser(scenario: Scenario): ReplyChooser {
  const script = createScript(scenario);
  const pending = createPendingAgents();
  const mainBySession = new Map<string, Thread>();
  const mainBeginnings = new Set<string>();
  const agentByBeginning = new Map<string, Thread>();
  const turnByOpening = new Map<string, TurnState>();
  const turnByCall = new Map<string, TurnState>();
  const heardAt = new Map<string, readonly Spoken[]>();
  const heardNotices = new Set<string>();

  return {
    choose(conversation) {
      const noticed = hearNotices(conversation);
      const answer = answerIn(turnOf(conversation, noticed), conversation);
      pending.drop(answer);
      answer.attempts += 1;
      answer.reach = "open";
      return answer;
    },
    called(attempted, place, id) {
      attempted.callIds.add(id);
      turnByCall.set(id, attempted.turn);
      const block = attempted.reply.blocks[place];
      if (block === undefined || !isToolBlock(block)) return;
      const agentScript = script.agentOf(block);
      if (agentScript === undefined) return;
      pending.add({ prompt: promptOf(block.input), toolUseId: id, script: agentScript, calledBy: attempted });
    },
  };

  function turnOf(conversation: Conversation, noticed: TurnScript | undefined): TurnState {
    const { opening } = conversation;
    // Ids of calls are the surest sign: they differ between two agents with one prompt.
    const called = conversation.calls.map((id) => turnByCall.get(id)).find((turn) => turn !== undefined);
    if (called !== undefined) return called;
    if (opening === undefined) {
      const thread = threadOf(conversation);
      return thread.current ?? startTurn(thread, [], noticed);
    }
    const known = turnByOpening.get(opening.key);
    if (known !== undefined && !isAskedAnew(known, conversation)) return known;
    const turn = startTurn(threadOf(conversation), newlySpoken(opening), noticed);
    turnByOpening.set(opening.key, turn);
    heardAt.set(opening.place, opening.spoken);
    // A history that was made elsewhere: as many replies as it holds were given already.
    for (let count = 0; count < conversation.answers; count += 1) turn.script.next();
    return turn;
  }

  /** The same request after a whole answer is no retry: a program asks again, or a second agent has the same prompt. */
  function isAskedAnew(turn: TurnState, { key, answers, isFresh, firstText }: Conversation): boolean {
    const reach = turn.answersByKey.get(key)?.reach;
    if (answers > 0 || reach === undefined) return false;
    return reach === "whole" || (reach === "open" && isFresh && pending.has(firstText));
  }

  /** After an error the CLI puts the next prompt into the same entry: what was heard there before is taken off. */
  function newlySpoken({ place, spoken, interrupted }: Opening): readonly Spoken[] {
    const heard = heardAt.get(place) ?? [];
    const isContinued = heard.length < spoken.length && heard.every(({ text }, index) => spoken[index]?.text === text);
    return spoken.slice(Math.max(isContinued ? heard.length : 0, interrupted < spoken.length ? interrupted : 0));
  }

  function threadOf({ session, beginning, firstText, isFresh }: Conversation): Thread {
    const agent = isFresh ? pending.take(firstText, !mainBeginnings.has(beginning)) : undefined;
    if (agent !== undefined) {
      const thread = agentThread(agent);
      agentByBeginning.set(beginning, thread);
      return thread;
    }
    const known = agentByBeginning.get(beginning) ?? mainBySession.get(session);
    if (known !== undefined && known.agent.type === "agent") return known;
    mainBeginnings.add(beginning);
    if (known !== undefined) return known;
    const name = mainBySession.size === 0 ? "main" : `main${mainBySession.size + 1}`;
    const thread: Thread = { agent: { type: "main" }, name, script: undefined, turns: 0, current: undefined };
    mainBySession.set(session, thread);
    return thread;
  }

  function startTurn(thread: Thread, spoken: readonly Spoken[], noticed: TurnScript | undefined): TurnState {
    const prompt = spoken.filter(({ voice }) => voice === "human").map(({ text }) => text);
    const isNotice = prompt.length === 0 && spoken.length > 0;
    const next = isNotice
      ? (noticed ?? thread.current?.script.notice() ?? script.turnFor(""))
      : (thread.script ?? script.turnFor(prompt.join("\n")));
    thread.current = createTurnState(thread.agent, `${thread.name}/${thread.turns}`, next, isNotice);
    thread.turns += 1;
    return thread.current;
  }

  /**
   * What the scenario says to a notice. Each is heard once, wherever it stands: one that came in the middle of a turn
   * (in a reminder) is never asked about by itself.
   */
  function hearNotices({ notices, session }: Conversation): TurnScript | undefined {
    let said: TurnScript | undefined;
    for (const { text, toolUseId } of notices) {
      if (heardNotices.has(text)) continue;
      heardNotices.add(text);
      const turn = turnByCall.get(toolUseId ?? "") ?? mainBySession.get(session)?.current;
      said = turn?.script.notice();
    }
    return said;
  }
}

function agentThread({ toolUseId, prompt, script }: PendingAgent): Thread {
  return { agent: { type: "agent", toolUseId, prompt }, name: toolUseId, script, turns: 0, current: undefined };
}

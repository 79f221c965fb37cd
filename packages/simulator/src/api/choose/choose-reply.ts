// Chooses the reply to a request. A request is the whole conversation, so its position in the scenario follows from its content:
// the tool calls in it, the prompt at its end, and the agent's prompt at its start.

import { isToolBlock } from "../../scenario/play/reply.ts";
import { createScript, type TurnScript } from "../../scenario/play/script.ts";
import type { Scenario } from "../../scenario/types.ts";
import type { Conversation, Opening, UserText } from "../request/conversation.ts";
import { createPendingAgents, readPrompt, type PendingAgent } from "./pending-agents.ts";
import type { ServedAgent } from "../serve/served.ts";
import { findReply, createTurnState, type ReplyState, type TurnState } from "./turn-state.ts";

export interface ReplyChooser {
  choose(conversation: Conversation): ReplyState;
  /** Registers a call that is served whole. Later requests carry its id, and an agent may begin with its prompt. */
  onCall(reply: ReplyState, index: number, id: string): void;
}

interface Thread {
  readonly agent: ServedAgent;
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
  const textsAt = new Map<string, readonly UserText[]>();
  const seenNotices = new Set<string>();

  return {
    choose(conversation) {
      const noticed = takeNotices(conversation);
      const answer = findReply(findTurn(conversation, noticed), conversation);
      pending.drop(answer);
      answer.attempts += 1;
      answer.reach = "open";
      return answer;
    },
    onCall(attempted, index, id) {
      attempted.callIds.add(id);
      turnByCall.set(id, attempted.turn);
      const block = attempted.reply.blocks[index];
      if (block === undefined || !isToolBlock(block)) return;
      const agentScript = script.agentOf(block);
      if (agentScript === undefined) return;
      pending.add({ prompt: readPrompt(block.input), toolUseId: id, script: agentScript, calledBy: attempted });
    },
  };

  function findTurn(conversation: Conversation, noticed: TurnScript | undefined): TurnState {
    const { opening } = conversation;
    // Call ids are the best evidence: they differ between two agents with the same prompt.
    const called = conversation.calls.map((id) => turnByCall.get(id)).find((turn) => turn !== undefined);
    if (called !== undefined) return called;
    if (opening === undefined) {
      const thread = findThread(conversation);
      return thread.current ?? startTurn(thread, [], noticed);
    }
    const known = turnByOpening.get(opening.key);
    if (known !== undefined && !isNewRequest(known, conversation)) return known;
    const turn = startTurn(findThread(conversation), findNewTexts(opening), noticed);
    turnByOpening.set(opening.key, turn);
    textsAt.set(opening.position, opening.texts);
    // For a history from elsewhere, skips as many replies as it has answers.
    for (let count = 0; count < conversation.answers; count += 1) turn.script.next();
    return turn;
  }

  /** The same request after a whole answer is not a retry: a program asks again, or another agent has the same prompt. */
  function isNewRequest(turn: TurnState, { key, answers, isFresh, firstText }: Conversation): boolean {
    const reach = turn.answersByKey.get(key)?.reach;
    if (answers > 0 || reach === undefined) return false;
    return reach === "whole" || (reach === "open" && isFresh && pending.has(firstText));
  }

  /** After an error the CLI puts the next prompt into the same entry, so texts that were already seen there are removed. */
  function findNewTexts({ position, texts, interrupted }: Opening): readonly UserText[] {
    const seen = textsAt.get(position) ?? [];
    const isContinued = seen.length < texts.length && seen.every(({ text }, index) => texts[index]?.text === text);
    return texts.slice(Math.max(isContinued ? seen.length : 0, interrupted < texts.length ? interrupted : 0));
  }

  function findThread({ session, beginning, firstText, isFresh }: Conversation): Thread {
    const agent = isFresh ? pending.take(firstText, !mainBeginnings.has(beginning)) : undefined;
    if (agent !== undefined) {
      const thread = createAgentThread(agent);
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

  function startTurn(thread: Thread, texts: readonly UserText[], noticed: TurnScript | undefined): TurnState {
    const prompt = texts.filter(({ voice }) => voice === "human").map(({ text }) => text);
    const isNotice = prompt.length === 0 && texts.length > 0;
    const next = isNotice
      ? (noticed ?? thread.current?.script.notice() ?? script.turnFor(""))
      : (thread.script ?? script.turnFor(prompt.join("\n")));
    thread.current = createTurnState(thread.agent, `${thread.name}/${thread.turns}`, next, isNotice);
    thread.turns += 1;
    return thread.current;
  }

  /**
   * Returns the replies to a new notice. Each notice counts once, wherever it is: one that came in the middle of a turn (in a
   * reminder) gets no request of its own.
   */
  function takeNotices({ notices, session }: Conversation): TurnScript | undefined {
    let notice: TurnScript | undefined;
    for (const { text, toolUseId } of notices) {
      if (seenNotices.has(text)) continue;
      seenNotices.add(text);
      const turn = turnByCall.get(toolUseId ?? "") ?? mainBySession.get(session)?.current;
      notice = turn?.script.notice();
    }
    return notice;
  }
}

function createAgentThread({ toolUseId, prompt, script }: PendingAgent): Thread {
  return { agent: { type: "agent", toolUseId, prompt }, name: toolUseId, script, turns: 0, current: undefined };
}

// Every list of replies that a scenario wants to be said, with its place: those of its turns, of their notices, and of the
// sub-agents that either starts. `otherwise` is not among them, for it is said only when something is left over.

import { isToolBlock } from "./reply.ts";
import type { Block, Reply, Scenario } from "./types.ts";

export interface ReplyList {
  /** As in `turns[0].replies`. */
  readonly place: string;
  readonly replies: readonly Reply[];
}

/** In the order of the scenario; the list of a sub-agent follows the one that starts it. */
export function replyLists({ turns }: Scenario): readonly ReplyList[] {
  return turns.flatMap(({ replies, notices = [] }, index) => [
    ...withAgents({ place: `turns[${index}].replies`, replies }),
    ...notices.flatMap((list, notice) => withAgents({ place: `turns[${index}].notices[${notice}]`, replies: list })),
  ]);
}

function withAgents(list: ReplyList): readonly ReplyList[] {
  return [list, ...list.replies.flatMap((reply, index) => agentsIn(reply, `${list.place}[${index}]`))];
}

function agentsIn(reply: Reply, place: string): readonly ReplyList[] {
  if (typeof reply === "string") return [];
  const isList = Array.isArray(reply);
  const blocks = isList
    ? (reply as readonly Block[])
    : ((reply as { readonly blocks?: readonly Block[] }).blocks ?? []);
  return blocks.flatMap((block, index) => {
    if (!isToolBlock(block) || block.agent === undefined) return [];
    const agent = `${place}${isList ? "" : ".blocks"}[${index}].agent.replies`;
    return withAgents({ place: agent, replies: block.agent.replies });
  });
}

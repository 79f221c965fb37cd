// Lists the replies that a complete run of a scenario plays: those of its turns, of their notices, and of sub-agents.
// `otherwise` is not listed, since it is played only for further prompts.

import { isToolBlock } from "./reply.ts";
import type { Block, Reply, Scenario } from "../types.ts";

export interface ReplyList {
  /** For example `turns[0].replies`. */
  readonly location: string;
  readonly replies: readonly Reply[];
}

/** Returns the lists in the order of the scenario. The list of a sub-agent follows the one that starts it. */
export function listReplyLists({ turns }: Scenario): readonly ReplyList[] {
  return turns.flatMap(({ replies, notices = [] }, index) => [
    ...addAgents({ location: `turns[${index}].replies`, replies }),
    ...notices.flatMap((list, notice) => addAgents({ location: `turns[${index}].notices[${notice}]`, replies: list })),
  ]);
}

function addAgents(list: ReplyList): readonly ReplyList[] {
  return [list, ...list.replies.flatMap((reply, index) => listAgents(reply, `${list.location}[${index}]`))];
}

function listAgents(reply: Reply, location: string): readonly ReplyList[] {
  if (typeof reply === "string") return [];
  const isList = Array.isArray(reply);
  const blocks = isList
    ? (reply as readonly Block[])
    : ((reply as { readonly blocks?: readonly Block[] }).blocks ?? []);
  return blocks.flatMap((block, index) => {
    if (!isToolBlock(block) || block.agent === undefined) return [];
    const agent = `${location}${isList ? "" : ".blocks"}[${index}].agent.replies`;
    return addAgents({ location: agent, replies: block.agent.replies });
  });
}

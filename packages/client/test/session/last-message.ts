// The last message of a turn, as the options that go on from it.

import { originalOf } from "@unspool/protocol";
import type { Turn } from "../../src/turn/types.ts";

export async function lastMessage(turn: Turn): Promise<{ readonly resume: string; readonly resumeAt: string }> {
  let resumeAt = "";
  for await (const event of turn) if (originalOf(event)?.["type"] === "assistant") resumeAt = event.uuid ?? resumeAt;
  return { resume: (await turn).sessionId ?? "", resumeAt };
}

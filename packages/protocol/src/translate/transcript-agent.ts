// Whose entry of a transcript is this? Newer files name the agent; 1.x files have only chains of entries, whose first
// one repeats the prompt of the call that started the agent.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asString } from "../wire/read.ts";
import { promptOfSidechain } from "../wire/transcript.ts";
import { remember } from "./remember.ts";
import type { Translation } from "./translation.ts";

export function agentOfEntry(t: Translation, entry: JsonObject): string | null {
  if (entry["isSidechain"] !== true) return null;
  const uuid = asString(entry["uuid"]) ?? "";
  const agentId = asString(entry["agentId"]);
  if (agentId !== undefined) {
    // A nested agent's call stands in another agent's file, whose results do not name it; its prompt does.
    const agent = t.agentOfTask.get(agentId) ?? agentOfPrompt(t, promptOfSidechain(entry)) ?? agentId;
    remember(t.agentOfTask, agentId, agent);
    return agent;
  }
  const agent =
    t.agentOfEntry.get(asString(entry["parentUuid"]) ?? "") ?? agentOfPrompt(t, promptOfSidechain(entry)) ?? uuid;
  remember(t.agentOfEntry, uuid, agent);
  return agent;
}

/** The oldest call with this prompt that no chain has claimed yet. */
function agentOfPrompt(t: Translation, prompt: string | undefined): string | undefined {
  if (prompt === undefined) return undefined;
  let claimed: ReadonlySet<string> | undefined;
  for (const lane of t.lanes.values()) {
    for (const block of lane.messages.flatMap((message) => message.blocks)) {
      const isCall = block.kind === "tool" && asObject(block.content["input"])?.["prompt"] === prompt;
      if (!isCall) continue;
      claimed ??= new Set([...t.agentOfEntry.values(), ...t.agentOfTask.values()]);
      if (!claimed.has(block.id)) return block.id;
    }
  }
  return undefined;
}

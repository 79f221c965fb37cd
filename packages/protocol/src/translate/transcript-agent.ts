// Finds the agent of a transcript entry. Newer files name it. 1.x files have only chains of entries, and the first
// entry repeats the prompt of the call that started the agent.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString } from "../wire/read.ts";
import { promptOfSidechain } from "../wire/transcript.ts";
import { remember } from "./remember.ts";
import type { Translation } from "./translation.ts";

export function findEntryAgent(t: Translation, entry: JsonObject): string | null {
  const agent = findAgent(t, entry);
  // The entry's own calls are recorded only now, because they cannot have started its agent.
  if (entry["type"] === "assistant") noteCalls(t, entry);
  return agent;
}

function findAgent(t: Translation, entry: JsonObject): string | null {
  if (entry["isSidechain"] !== true) return null;
  const uuid = asString(entry["uuid"]) ?? "";
  const agentId = asString(entry["agentId"]);
  if (agentId !== undefined) {
    // The call of a nested agent is in another agent's file, whose results do not name it; its prompt identifies it.
    const known = t.agentByTask.get(agentId) ?? t.agentCalls?.get(agentId);
    const agent = known ?? takeCall(t, promptOfSidechain(entry)) ?? callInFork(t, entry) ?? agentId;
    nameAgent(t, agentId, agent);
    return agent;
  }
  const parent = asString(entry["parentUuid"]) ?? "";
  const agent = t.agentByEntry.get(parent) ?? takeCall(t, promptOfSidechain(entry)) ?? uuid;
  remember(t.agentByEntry, uuid, agent);
  return agent;
}

/** Records which agent a task id or agent id belongs to. */
export function nameAgent(t: Translation, id: string, agent: string): void {
  remember(t.agentByTask, id, agent);
  claimCall(t, agent);
}

/** Finds the call that started a fork. A fork's file begins with a copy of the message that started it. */
function callInFork(t: Translation, entry: JsonObject): string | undefined {
  for (const block of asObjects(asObject(entry["message"])?.["content"])) {
    const id = asString(block["id"]) ?? "";
    if (t.promptByCall.get(id)) return id;
  }
  return undefined;
}

/** Records the calls of an entry that have a prompt, because each may start an agent. */
function noteCalls(t: Translation, entry: JsonObject): void {
  for (const block of asObjects(asObject(entry["message"])?.["content"])) {
    const id = asString(block["id"]);
    const prompt = asString(asObject(block["input"])?.["prompt"]);
    if (id === undefined || !prompt || t.promptByCall.has(id)) continue;
    const calls = t.callsByPrompt.get(prompt) ?? new Set();
    t.callsByPrompt.set(prompt, calls.add(id));
    const oldest = remember(t.promptByCall, id, prompt);
    if (oldest !== undefined) withdrawCall(t, ...oldest);
  }
}

/** Claims and returns the oldest call with this prompt that no agent has claimed yet. */
function takeCall(t: Translation, prompt: string | undefined): string | undefined {
  const id = t.callsByPrompt
    .get(prompt ?? "")
    ?.values()
    .next().value;
  if (id !== undefined) claimCall(t, id);
  return id;
}

/** Claims a call. The id stays known, so that a repeated entry does not make the call available again. */
function claimCall(t: Translation, id: string): void {
  const prompt = t.promptByCall.get(id);
  if (prompt === undefined) return;
  withdrawCall(t, id, prompt);
  t.promptByCall.set(id, "");
}

function withdrawCall(t: Translation, id: string, prompt: string): void {
  const calls = t.callsByPrompt.get(prompt);
  calls?.delete(id);
  if (calls?.size === 0) t.callsByPrompt.delete(prompt);
}

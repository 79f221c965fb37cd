// Whose entry of a transcript is this? Newer files name the agent; 1.x files have only chains of entries, whose first
// one repeats the prompt of the call that started the agent.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString } from "../wire/read.ts";
import { promptOfSidechain } from "../wire/transcript.ts";
import { remember } from "./remember.ts";
import type { Translation } from "./translation.ts";

export function agentOfEntry(t: Translation, entry: JsonObject): string | null {
  const agent = findAgent(t, entry);
  // Afterwards: its own calls have not started it.
  if (entry["type"] === "assistant") noteCalls(t, entry);
  return agent;
}

function findAgent(t: Translation, entry: JsonObject): string | null {
  if (entry["isSidechain"] !== true) return null;
  const uuid = asString(entry["uuid"]) ?? "";
  const agentId = asString(entry["agentId"]);
  if (agentId !== undefined) {
    // A nested agent's call stands in another agent's file, whose results do not name it; its prompt does.
    const known = t.agentOfTask.get(agentId) ?? t.agentCalls?.get(agentId);
    const agent = known ?? takeCall(t, promptOfSidechain(entry)) ?? callInFork(t, entry) ?? agentId;
    nameAgent(t, agentId, agent);
    return agent;
  }
  const parent = asString(entry["parentUuid"]) ?? "";
  const agent = t.agentOfEntry.get(parent) ?? takeCall(t, promptOfSidechain(entry)) ?? uuid;
  remember(t.agentOfEntry, uuid, agent);
  return agent;
}

/** Remembers which agent a task or an agent's own id belongs to. */
export function nameAgent(t: Translation, id: string, agent: string): void {
  remember(t.agentOfTask, id, agent);
  claimCall(t, agent);
}

/** A fork's file begins with a copy of the message that started it. */
function callInFork(t: Translation, entry: JsonObject): string | undefined {
  for (const block of asObjects(asObject(entry["message"])?.["content"])) {
    const id = asString(block["id"]) ?? "";
    if (t.promptOfCall.get(id)) return id;
  }
  return undefined;
}

/** Remembers the calls of an entry that have a prompt: each may have started an agent. */
function noteCalls(t: Translation, entry: JsonObject): void {
  for (const block of asObjects(asObject(entry["message"])?.["content"])) {
    const id = asString(block["id"]);
    const prompt = asString(asObject(block["input"])?.["prompt"]);
    if (id === undefined || !prompt || t.promptOfCall.has(id)) continue;
    const calls = t.callsOfPrompt.get(prompt) ?? new Set();
    t.callsOfPrompt.set(prompt, calls.add(id));
    const oldest = remember(t.promptOfCall, id, prompt);
    if (oldest !== undefined) withdrawCall(t, ...oldest);
  }
}

/** The oldest call with this prompt that no agent has claimed yet; it is claimed now. */
function takeCall(t: Translation, prompt: string | undefined): string | undefined {
  const id = t.callsOfPrompt
    .get(prompt ?? "")
    ?.values()
    .next().value;
  if (id !== undefined) claimCall(t, id);
  return id;
}

/** The id stays known, so that a call that is told again is not waiting again. */
function claimCall(t: Translation, id: string): void {
  const prompt = t.promptOfCall.get(id);
  if (prompt === undefined) return;
  withdrawCall(t, id, prompt);
  t.promptOfCall.set(id, "");
}

function withdrawCall(t: Translation, id: string, prompt: string): void {
  const calls = t.callsOfPrompt.get(prompt);
  calls?.delete(id);
  if (calls?.size === 0) t.callsOfPrompt.delete(prompt);
}

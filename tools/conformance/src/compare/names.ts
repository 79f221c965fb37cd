// Replaces the ids of a run by names that are the same in another: a tool call is "the second of the main agent". Numbers count
// within an agent, because agents work in parallel and their lines come in any order.

import type { Event } from "@unspool/protocol";

export interface Names {
  agent(id: string | null): string;
  message(event: { readonly agent: string | null; readonly messageId: string }): string;
  tool(id: string | undefined, agent?: string | null): string | undefined;
  task(id: string): string;
  request(id: string, kind: string): string;
}

export function createNames(events: readonly Event[]): Names {
  const tools = new Map<string, string>();
  const tasks = new Map<string, string>();
  const messages = new Map<string, string>();
  const requests = new Map<string, string>();
  const counts = new Map<string, number>();
  const next = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  const agent = (id: string | null): string => (id === null ? "main" : (tools.get(id) ?? "agent?"));
  // Calls first, since an agent is named after the call that started it.
  for (const event of events) {
    if (event.type !== "tool-call-start" || tools.has(event.toolUseId)) continue;
    tools.set(
      event.toolUseId,
      `${agent(event.agent)}.${event.name === "Task" ? "Agent" : event.name}${next(`tool ${agent(event.agent)}`)}`,
    );
  }
  for (const event of events) {
    if (event.type !== "task-start" || tasks.has(event.taskId)) continue;
    tasks.set(event.taskId, `task of ${tools.get(event.toolUseId ?? "") ?? next("task")}`);
  }
  return {
    agent,
    message(event) {
      const known = messages.get(event.messageId);
      if (known !== undefined) return known;
      const name = `${agent(event.agent)}.message${next(`message ${agent(event.agent)}`)}`;
      messages.set(event.messageId, name);
      return name;
    },
    tool: (id) => (id === undefined ? undefined : (tools.get(id) ?? "tool?")),
    task: (id) => tasks.get(id) ?? "task?",
    request(id, kind) {
      const known = requests.get(id);
      if (known !== undefined) return known;
      const name = `${kind}${next(`request ${kind}`)}`;
      requests.set(id, name);
      return name;
    },
  };
}

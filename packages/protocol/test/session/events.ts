// Builders of events for tests, with the common fields filled in.
import { loadRun } from "../../../../fixtures/load.ts";
import { createDecoder } from "../../src/decoder.ts";
import { reduce } from "../../src/session/reduce.ts";
import { initialState, type SessionState } from "../../src/session/state.ts";
import type { Event, EventCommon, EventOf, EventType } from "../../src/translate/events.ts";
import type { TokenUsage } from "../../src/translate/usage.ts";

type Fields<Type extends EventType> = Omit<EventOf<Type>, "type" | keyof EventCommon> & Partial<EventCommon>;

export function event<Type extends EventType>(type: Type, fields: Fields<Type>): EventOf<Type> {
  return { type, agent: null, line: 1, ...fields } as unknown as EventOf<Type>;
}

export function fold(events: Iterable<Event>, state: SessionState = initialState()): SessionState {
  let next = state;
  for (const item of events) next = reduce(next, item);
  return next;
}

export const INIT = event("session-init", {
  model: "opus",
  tools: ["Bash", "Read"],
  mcpServers: [
    { name: "docs", status: "connected" },
    { name: "mail", status: "failed" },
  ],
  slashCommands: [],
  agents: [],
  skills: [],
  plugins: [],
  capabilities: [],
});

export function turnEnd(fields: Partial<Fields<"turn-end">> = {}): EventOf<"turn-end"> {
  return event("turn-end", {
    outcome: "success",
    subtype: "success",
    text: "",
    errors: [],
    stopReason: null,
    costUsd: 0,
    modelUsage: {},
    denials: [],
    ...fields,
  });
}

/** Returns the events of a complete message of one text block. */
export function says(messageId: string, text: string, common: Partial<EventCommon> = {}): Event[] {
  return [
    event("message-start", { messageId, ...common }),
    event("text-start", { messageId, block: 0, ...common }),
    event("text-delta", { messageId, block: 0, text, ...common }),
    event("text-end", { messageId, block: 0, text, ...common }),
    event("message-end", { messageId, stopReason: null, ...common }),
  ];
}

/** Returns the events of a call with its complete input, without a result. */
export function calls(toolUseId: string, name: string, input: object = {}, common: Partial<EventCommon> = {}): Event[] {
  const place = { messageId: `message of ${toolUseId}`, block: 0, toolUseId, ...common };
  return [
    event("tool-call-start", { ...place, name }),
    event("tool-call-delta", { ...place, partialJson: JSON.stringify(input) }),
    event("tool-call-end", { ...place, name, input: input as Record<string, string> }),
  ];
}

export function answers(toolUseId: string, text: string, common: Partial<Fields<"tool-result">> = {}): Event {
  return event("tool-result", { toolUseId, content: text, text, isError: false, ...common });
}

export function asks(requestId: string, toolUseId: string, common: Partial<EventCommon> = {}): Event {
  return event("permission-request", { requestId, toolName: "Bash", input: {}, toolUseId, suggestions: [], ...common });
}

export function usageOf(inputTokens: number, outputTokens: number): TokenUsage {
  return { inputTokens, outputTokens, cacheReadTokens: 0, cacheCreationTokens: 0 };
}

/** Returns the events of a recording, and what the stand-in API served. */
export function readRecording(
  version: string,
  name: string,
  folder: "recordings" | "scenarios" = "recordings",
): { events: Event[]; served: readonly ServedMessage[] } {
  const { stdout, served } = loadRun(`${folder}/${version}/${name}`);
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (item) => events.push(item) });
  decoder.push(stdout);
  decoder.end();
  return { events, served: served as readonly ServedMessage[] };
}

export interface ServedMessage {
  readonly id: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly id?: string;
    readonly text?: string;
    readonly input?: object;
  }[];
}

export const VERSIONS = ["1.0.128", "2.1.74", "2.1.325"] as const;
export const RECORDINGS = [
  "greeting",
  "hooks",
  "interrupted",
  "permission-allowed",
  "retry-then-answer",
  "tool-use",
  "tool-use-partial",
  "turn-limit",
  "two-agents",
] as const;

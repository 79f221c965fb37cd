// A small client of the Messages API for these tests: raw fetch, events parsed by hand.

import { startModelStub, type ModelStub } from "../../src/api/model-stub.ts";
import type { ModelStubOptions } from "../../src/api/options.ts";
import type { Scenario } from "../../src/scenario/types.ts";

export interface WireEvent {
  readonly type: string;
  readonly index?: number;
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly content_block?: Readonly<Record<string, unknown>>;
  readonly usage?: Readonly<Record<string, unknown>>;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly events: readonly WireEvent[];
  /** Whether the connection ended before the answer. */
  readonly isBroken: boolean;
}

/** The headers by which real CLIs identify themselves. */
export const cliHeaders = { "x-app": "cli", "user-agent": "claude-cli/2.1.325 (external, sdk-cli)" };

/** Starts a stub without real delays: `delayMs` and the like are skipped, never an answer. */
export async function quickStub(scenario: Scenario, options: ModelStubOptions = {}): Promise<ModelStub> {
  return startModelStub(scenario, {
    sleep: async () => new Promise((resolve) => void setImmediate(resolve)),
    ...options,
  });
}

export async function post(
  stub: ModelStub,
  body: unknown,
  headers: Record<string, string> = {},
  path = "/v1/messages",
): Promise<WireAnswer> {
  const response = await fetch(`${stub.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  let text = "";
  let isBroken = false;
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
  } catch {
    isBroken = true;
  }
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  return {
    status: response.status,
    headers: response.headers,
    body: isStream || text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    events: isStream ? parseEvents(text) : [],
    isBroken,
  };
}

export function ask(
  stub: ModelStub,
  messages: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<WireAnswer> {
  return post(stub, { model: "claude-test", max_tokens: 1000, messages, ...more });
}

export function textIn({ body, events }: WireAnswer): string {
  const content = (body["content"] ?? []) as readonly { readonly text?: string }[];
  const deltas = events.map(({ delta }) => (delta?.["type"] === "text_delta" ? String(delta["text"]) : ""));
  return content.map(({ text }) => text ?? "").join("") + deltas.join("");
}

function parseEvents(text: string): readonly WireEvent[] {
  return text
    .split("\n\n")
    .filter((part) => part !== "")
    .map((part) => {
      const [name, data] = part.split("\n");
      const event = JSON.parse((data ?? "").replace(/^data: /u, "")) as WireEvent;
      if (name !== `event: ${event.type}`) throw new Error(`the event is named ${String(name)} but is ${event.type}`);
      return event;
    });
}

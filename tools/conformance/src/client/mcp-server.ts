// A small MCP server over stdio, started by a CLI. Its one tool, `ask`, asks the user by elicitation and returns the answer.

import { createInterface } from "node:readline";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const NAME_SCHEMA = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const TOOL = {
  name: "ask",
  description: "Asks the person",
  inputSchema: { type: "object", properties: { url: { type: "string" } } },
};

/** Calls that wait for the user, by the id of the elicitation. */
const waiting = new Map<string, number | string>();
let canElicit = false;

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Message;
  if (message.method === undefined) answered(message);
  else if (message.id !== undefined) asked(message.id, message.method, message.params ?? {});
});

function asked(id: number | string, method: string, params: Readonly<Record<string, unknown>>): void {
  if (method === "initialize") {
    const { capabilities, protocolVersion } = params as { capabilities?: object; protocolVersion: string };
    canElicit = "elicitation" in (capabilities ?? {});
    const serverInfo = { name: "asker", version: "1.0.0" };
    say({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") say({ id, result: { tools: [TOOL] } });
  else if (method === "tools/call") call(id, params["arguments"] as { readonly url?: string } | undefined);
  else if (method === "ping") say({ id, result: {} });
  else say({ id, error: { code: -32601, message: `Method not found: ${method}` } });
}

function call(id: number | string, { url }: { readonly url?: string } = {}): void {
  if (!canElicit) {
    tell(id, "nobody can be asked");
    return;
  }
  const elicitation = `elicit-${waiting.size + 1}`;
  waiting.set(elicitation, id);
  const params =
    url === undefined
      ? { message: "Who are you?", requestedSchema: NAME_SCHEMA }
      : { mode: "url", message: "Please sign in.", url, elicitationId: elicitation };
  say({ id: elicitation, method: "elicitation/create", params });
}

function answered({ id, result, error }: Message): void {
  const asker = waiting.get(String(id));
  if (asker !== undefined) tell(asker, error === undefined ? JSON.stringify(result) : `error: ${error.message}`);
}

function tell(id: number | string, text: string): void {
  say({ id, result: { content: [{ type: "text", text }] } });
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

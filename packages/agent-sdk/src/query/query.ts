// The SDK's `query` function, implemented with a session of the client.

import { toUserMessage } from "./input.ts";
import type { SDKUserMessage } from "../types/messages.ts";
import type { Options } from "../types/options.ts";
import type { Query } from "../types/query.ts";
import { createRequests } from "./requests.ts";
import { QueryRun } from "./run.ts";

/** Starts a query. @throws {ClaudeError} `invalid-option`, before anything starts */
export function query({
  prompt,
  options = {},
}: {
  prompt: string | AsyncIterable<SDKUserMessage>;
  options?: Options | undefined;
}): Query {
  const run = new QueryRun(options);
  const stream = typeof prompt === "string" ? yieldOne(toUserMessage(prompt)) : prompt;
  run.sendPrompts(stream).catch((error: unknown) => run.fail(error));
  return { ...createRequests(run), ...run.generator };
}

async function* yieldOne<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

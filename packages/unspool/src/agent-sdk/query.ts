// `query` as the official SDK has it, over a session of ours.

import { promptOf } from "./input.ts";
import type { SDKUserMessage } from "./messages.ts";
import type { Options } from "./options-type.ts";
import type { Query } from "./query-type.ts";
import { requestsOf } from "./requests.ts";
import { Run } from "./run.ts";

/** @throws {ClaudeError} `invalid-option`, before anything starts */
export function query({
  prompt,
  options = {},
}: {
  prompt: string | AsyncIterable<SDKUserMessage>;
  options?: Options | undefined;
}): Query {
  const run = new Run(options);
  const stream = typeof prompt === "string" ? one(promptOf(prompt)) : prompt;
  run.feed(stream).catch((error: unknown) => run.fail(error));
  return { ...requestsOf(run), ...run.generator };
}

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

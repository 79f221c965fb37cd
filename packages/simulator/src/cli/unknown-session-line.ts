// The result line of a session that could not be resumed. It is no turn's, so it has fewer fields than others.

import { createIdentity } from "../engine/identity.ts";
import { totalUsage } from "../engine/lines/usage.ts";
import { mannersOf } from "../engine/manners.ts";
import type { CliArguments } from "./arguments.ts";

const NOTHING = { inputTokens: 0, outputTokens: 0, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };

export function unknownSessionLine(sentence: string, { own }: CliArguments, id: string): string {
  const manners = mannersOf(own.version);
  const identity = createIdentity(own.seed ?? 1);
  const line = {
    type: "result",
    subtype: "error_during_execution",
    duration_ms: 0,
    duration_api_ms: 0,
    is_error: true,
    num_turns: 0,
    stop_reason: null,
    // 2.1.74 names the session that it would have begun.
    session_id: manners.choose({ "2.1.74": identity.uuid(), "2.1.200": id }),
    total_cost_usd: 0,
    usage: totalUsage(manners, NOTHING),
    modelUsage: {},
    permission_denials: [],
    uuid: identity.uuid(),
    errors: [sentence],
    ...manners.choose<object>({ "2.1.74": {}, "2.1.325": { result_index: 0 } }),
  };
  return `${JSON.stringify(line)}\n`;
}

// The end of a start that finds no session to go on with. With stream-json the CLIs since 2.1.20 tell it in a result line.
// That line is no turn's, so it has fewer fields than others.

import { createIdentity } from "../engine/identity.ts";
import { totalUsage } from "../engine/lines/usage.ts";
import { mannersOf } from "../engine/manners.ts";
import type { CliArguments } from "./arguments.ts";
import { refuse, Refusal } from "./refusal.ts";

type Given = Pick<CliArguments, "own" | "manners" | "outputFormat" | "forks">;

/**
 * @param id the session that was asked for; undefined if that is none
 * @throws {Refusal}
 */
export function refuseSession(sentence: string, given: Given, id: string | undefined): never {
  const { manners, outputFormat } = given;
  if (outputFormat !== "stream-json" || manners.unknownSession === "stderr") return refuse(sentence);
  throw new Refusal(manners.unknownSession === "both" ? `${sentence}\n` : "", 1, lineOf(sentence, given, id));
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };

function lineOf(sentence: string, { own, forks }: Given, id: string | undefined): string {
  const manners = mannersOf(own.version);
  const identity = createIdentity(own.seed ?? 1);
  /** The session that it would have begun: up to 2.1.120 always, later for a fork and for what is no id. */
  const fresh = identity.uuid();
  const line = {
    type: "result",
    subtype: "error_during_execution",
    duration_ms: 0,
    duration_api_ms: 0,
    is_error: true,
    num_turns: 0,
    stop_reason: null,
    session_id: manners.choose({ "2.1.20": fresh, "2.1.200": forks ? fresh : (id ?? fresh) }),
    total_cost_usd: 0,
    usage: totalUsage(manners, NOTHING),
    modelUsage: {},
    permission_denials: [],
    uuid: identity.uuid(),
    errors: [sentence],
    ...manners.choose<object>({ "2.1.74": {}, "2.1.273": { result_index: 0 } }),
  };
  return `${JSON.stringify(line)}\n`;
}

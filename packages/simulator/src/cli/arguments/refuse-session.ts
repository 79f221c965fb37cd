// Refuses to resume an unknown session. With stream-json output, CLIs since 2.1.20 report it in a result line, which belongs to
// no turn and has fewer fields than others.

import { createIdentity } from "../../engine/identity.ts";
import { toTotalUsage } from "../../engine/lines/usage.ts";
import { getQuirks } from "../../engine/versions/version-quirks.ts";
import type { CliArguments } from "./arguments.ts";
import { refuse, Refusal } from "./refusal.ts";

type Given = Pick<CliArguments, "simulator" | "quirks" | "outputFormat" | "forks">;

/**
 * @param id the requested session; undefined if it is not a valid id
 * @throws {Refusal}
 */
export function refuseSession(sentence: string, given: Given, id: string | undefined): never {
  const { quirks, outputFormat } = given;
  if (outputFormat !== "stream-json" || quirks.unknownSession === "stderr") return refuse(sentence);
  throw new Refusal(quirks.unknownSession === "both" ? `${sentence}\n` : "", 1, createResultLine(sentence, given, id));
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };

function createResultLine(sentence: string, { simulator, forks }: Given, id: string | undefined): string {
  const quirks = getQuirks(simulator.version);
  const identity = createIdentity(simulator.seed ?? 1);
  /** The id of the session it would have begun: always up to 2.1.120, later for a fork or an invalid id. */
  const fresh = identity.uuid();
  const line = {
    type: "result",
    subtype: "error_during_execution",
    duration_ms: 0,
    duration_api_ms: 0,
    is_error: true,
    num_turns: 0,
    stop_reason: null,
    session_id: quirks.choose({ "2.1.20": fresh, "2.1.200": forks ? fresh : (id ?? fresh) }),
    total_cost_usd: 0,
    usage: toTotalUsage(quirks, NOTHING),
    modelUsage: {},
    permission_denials: [],
    uuid: identity.uuid(),
    errors: [sentence],
    ...quirks.choose<object>({ "2.1.74": {}, "2.1.273": { result_index: 0 } }),
  };
  return `${JSON.stringify(line)}\n`;
}

// What a sub-agent does: its replies, one after the other, with their calls carried out in between.

import { nothingLeft } from "../scenario/script.ts";
import { noUsage } from "./accounting.ts";
import { askAsAgent } from "./agent-ask.ts";
import type { AgentRun } from "./agent-run.ts";
import type { Failure } from "./failures.ts";
import { apiModel } from "./lines/models.ts";
import { mannersOf } from "./manners.ts";
import { isWhole } from "./turn-state.ts";
import { PARTIAL_OUTPUT } from "./words.ts";

/** `partial`: it has failed, and what it said last is handed to its caller all the same. */
export type WorkEnd = "done" | "stopped" | "failed" | "partial";

/** Plays the agent's replies. */
export async function workOn(run: AgentRun): Promise<WorkEnd> {
  const { signal } = run.self;
  for (;;) {
    const reply = run.script?.next() ?? nothingLeft;
    const asked = await askAsAgent(run, reply);
    if (asked.kind === "stopped") return "stopped";
    if (asked.kind === "failed") return fail(run, asked.failure, asked.isPartial);
    const { calls, running } = asked.said;
    await Promise.all(running);
    if (signal.aborted) return "stopped";
    if (run.isDeferred) return "done";
    if (isWhole(calls.length, reply.stopReason)) return "done";
  }
}

/** Until 2.1.120 the error is the agent's report; since then it is the end of the agent. */
async function fail(run: AgentRun, failure: Failure, isPartial: boolean): Promise<WorkEnd> {
  const { session, self } = run;
  const manners = mannersOf(session.options.version);
  if (!manners.choose({ "1.0.128": false, "2.1.200": true })) {
    run.report = failure.text;
    run.lastUsage = noUsage;
    run.isUnspoken = true;
    return "done";
  }
  const requestId = session.identity.id("req");
  if (run.forwardsText)
    await self.act(() =>
      self.write(session.lines.synthetic(failure.text, failure.error, { request_id: requestId }, run.agent)),
    );
  const hasDetails = manners.choose({ "2.1.200": false, "2.1.250": true });
  run.failure = `Agent terminated early due to an API error: ${failure.text}${hasDetails ? details(run, failure, requestId) : ""}`;
  if (!isPartial) return "failed";
  run.note = `${run.failure}\n\n${PARTIAL_OUTPUT}`;
  return "partial";
}

function details({ session }: AgentRun, { error }: Failure, requestId: string): string {
  const { kind, status } = error;
  // An overload has a name of its own in other lines, not in this one.
  const type = `error type ${kind === "overloaded" ? "server_error" : kind}`;
  if (status === undefined) return ` (${type})`;
  return ` (${type}, HTTP ${status}, request id ${requestId}, model sent to the API: ${apiModel(session.model)})`;
}

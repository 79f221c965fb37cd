// The loop of a sub-agent: plays its replies and runs their calls.

import { nothingLeft } from "../../scenario/play/script.ts";
import { noUsage } from "../sessions/accounting.ts";
import { requestAsAgent } from "./request-as-agent.ts";
import type { AgentState } from "./agent-state.ts";
import type { Failure } from "../model/api-failures.ts";
import { toApiModel } from "../versions/models.ts";
import { isFinalReply } from "../sessions/turn-state.ts";
import { PARTIAL_OUTPUT } from "../versions/texts.ts";

/** `partial`: the agent failed, but its caller gets its last text. */
export type AgentEnd = "done" | "stopped" | "failed" | "partial";

/** Plays the agent's replies. */
export async function runAgentLoop(run: AgentState): Promise<AgentEnd> {
  const { signal } = run.self;
  for (;;) {
    const reply = run.script?.next() ?? nothingLeft;
    const response = await requestAsAgent(run, reply);
    if (response.kind === "stopped") return "stopped";
    if (response.kind === "failed") return fail(run, response.failure, response.isPartial);
    const { calls, running } = response.written;
    await Promise.all(running);
    if (signal.aborted) return "stopped";
    if (run.isDeferred) return "done";
    if (isFinalReply(calls.length, reply.stopReason)) return "done";
  }
}

/** Handles an API error. Up to 2.1.120 the error is the agent's report; in later versions it ends the agent. */
async function fail(run: AgentState, failure: Failure, isPartial: boolean): Promise<AgentEnd> {
  const { session, self } = run;
  const { quirks } = session;
  if (!quirks.has("failsAgents")) {
    run.report = failure.text;
    run.lastUsage = noUsage;
    run.isUnspoken = true;
    return "done";
  }
  const requestId = session.identity.id("req");
  if (run.forwardsText)
    await self.schedule(() =>
      self.write(session.lines.synthetic(failure.text, failure.error, { request_id: requestId }, run.agent)),
    );
  const hasDetails = quirks.has("hasAgentErrorDetails");
  run.failure = `Agent terminated early due to an API error: ${failure.text}${hasDetails ? formatDetails(run, failure, requestId) : ""}`;
  if (!isPartial) return "failed";
  run.note = `${run.failure}\n\n${PARTIAL_OUTPUT}`;
  return "partial";
}

function formatDetails({ session }: AgentState, { error }: Failure, requestId: string): string {
  const { kind, status } = error;
  // Other lines have a separate name for an overload; this one does not.
  const type = `error type ${kind === "overloaded" ? "server_error" : kind}`;
  if (status === undefined) return ` (${type})`;
  return ` (${type}, HTTP ${status}, request id ${requestId}, model sent to the API: ${toApiModel(session.model)})`;
}

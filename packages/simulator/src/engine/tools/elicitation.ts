// An MCP server asks the user during a call. Servers outside the host are played: the scenario holds the question, and
// the answer becomes the call's result.

import { isObject, type JsonObject } from "../../json.ts";
import type { Elicitation } from "../../scenario/types.ts";
import type { HostReply } from "../sessions/host-requests.ts";
import type { Session } from "../sessions/session.ts";
import { withRequiredAction } from "../sessions/session-state.ts";
import type { ToolCall } from "../sessions/tool-call.ts";

/** Returns the answer for the server; `undefined` if the version has no elicitations of this kind. */
export async function elicit(
  session: Session,
  call: ToolCall,
  asked: Elicitation,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const { quirks } = session;
  if (!quirks.has(asked.url === undefined ? "hasElicitations" : "hasUrlElicitations")) return undefined;
  const server = /^mcp__(.+?)__/u.exec(call.name)?.[1] ?? "";
  const isWithdrawn = quirks.has("withdrawsElicitations");
  const answer = await withRequiredAction(session, () => {
    const answered = session.hostRequests.send({
      createLine: (requestId) => session.lines.elicitation(requestId, server, asked),
      ...(isWithdrawn ? { signal } : {}),
    });
    return isWithdrawn ? answered : Promise.race([answered, waitForAbort(signal)]);
  });
  return readAnswer(answer);
}

function readAnswer(answer: HostReply): JsonObject {
  const response = answer.kind === "answered" ? answer.response : {};
  const { action, content } = response;
  if (action !== "accept" && action !== "decline") return { action: "cancel" };
  return { action, ...(action === "accept" && isObject(content) ? { content } : {}) };
}

function waitForAbort(signal: AbortSignal): Promise<HostReply> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ kind: "withdrawn" }), { once: true });
  });
}

// An MCP server asks the person in the middle of a call. Servers outside the host are played: the scenario says what they
// ask, and what comes of it is the call's result.

import { isObject, type JsonObject } from "../json.ts";
import type { Elicitation } from "../scenario/types.ts";
import { isOlder } from "./manners.ts";
import type { Answer } from "./questions.ts";
import type { Session } from "./session.ts";
import { whileAsking } from "./session-state.ts";
import type { ToolCall } from "./tool-call.ts";

/** What the server is answered; undefined if the CLI does not let servers ask, or not in this way. */
export async function elicit(
  session: Session,
  call: ToolCall,
  asked: Elicitation,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const { version } = session.options;
  if (isOlder(version, asked.url === undefined ? "2.1.120" : "2.1.325")) return undefined;
  const server = /^mcp__(.+?)__/u.exec(call.name)?.[1] ?? "";
  // Older ones leave the host alone with a question that nobody asks any more.
  const isWithdrawn = !isOlder(version, "2.1.325");
  const answer = await whileAsking(session, () => {
    const answered = session.questions.ask({
      ask: (requestId) => session.lines.elicitation(requestId, server, asked),
      ...(isWithdrawn ? { signal } : {}),
    });
    return isWithdrawn ? answered : Promise.race([answered, aborted(signal)]);
  });
  return readAnswer(answer);
}

function readAnswer(answer: Answer): JsonObject {
  const response = answer.kind === "answered" ? answer.response : {};
  const { action, content } = response;
  if (action !== "accept" && action !== "decline") return { action: "cancel" };
  return { action, ...(action === "accept" && isObject(content) ? { content } : {}) };
}

function aborted(signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ kind: "withdrawn" }), { once: true });
  });
}

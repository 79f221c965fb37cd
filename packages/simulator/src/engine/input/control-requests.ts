// Control requests of the host that steer the engine. Requests that only read something are in control-answers.ts.

import type { JsonObject } from "../../json.ts";
import { answerRequest } from "./control-answers.ts";
import { formatValue } from "../lines/fields.ts";
import { connect, listHostServers } from "../tools/mcp.ts";
import { toUsableSchema } from "../versions/output-schema.ts";
import { describeSession, type Session } from "../sessions/session.ts";
import { acceptPrompt, toPrompt } from "./accept-prompt.ts";

const MODES = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"];

export function handleControlRequest(session: Session, requestId: string | undefined, request: JsonObject): void {
  const { lines, output, ordering, options } = session;
  const answer = (response?: JsonObject): void => output.write(lines.answer(requestId, response));
  const refuse = (error: string, code?: string): void => output.write(lines.refuse(requestId, error, code));
  const subtype = formatValue(request["subtype"]);
  const hasDocumented = options.dialects.includes("documented-input");
  switch (subtype) {
    case "initialize":
      if (!ordering.hasInitialize) break;
      return initialize(session, requestId, request);
    case "interrupt":
      return interrupt(session, request, answer);
    case "cancel":
      if (hasDocumented) return interrupt(session, request, answer);
      break;
    case "compact": {
      if (!hasDocumented) break;
      const instructions = request["instructions"] ?? request["text"];
      answer();
      return acceptPrompt(session, toPrompt(`/compact ${typeof instructions === "string" ? instructions : ""}`.trim()));
    }
    case "set_permission_mode":
      return setPermissionMode(session, formatValue(request["mode"]), answer, refuse);
    case "set_model": {
      const { model } = request;
      session.modelBeforeFallback = undefined;
      session.model = typeof model === "string" && model !== "default" ? model : session.initialModel;
      reportModel(session);
      return answer(ordering.answersSetModel ? { model: session.model } : undefined);
    }
    case "cancel_async_message": {
      if (!ordering.cancelsPrompts) break;
      const cancelled = session.queue.cancel(formatValue(request["message_uuid"]));
      if (cancelled?.uuid !== undefined) output.write(lines.commandLifecycle(cancelled.uuid, "cancelled"));
      return answer({ cancelled: cancelled !== undefined });
    }
    default:
  }
  const plain = answerRequest(session, subtype, request);
  if (plain !== undefined) return "error" in plain ? refuse(plain.error) : answer(plain.response);
  if (ordering.unknownRequests === "refused") refuse(`Unsupported control request subtype: ${subtype}`);
}

function initialize(session: Session, requestId: string | undefined, request: JsonObject): void {
  const { lines, output, ordering } = session;
  const isAgain = session.initialized !== undefined || session.turnsDone > 0 || session.turn !== undefined;
  if (isAgain && ordering.initializesOnce) {
    output.write(lines.refuse(requestId, "Already initialized"));
    return;
  }
  session.initialized = request;
  session.wake();
  session.hooks.register(request["hooks"]);
  session.forwardsAgentText = request["forwardSubagentText"] === true || session.options.forwardsAgentText === true;
  if (request["jsonSchema"] !== undefined)
    session.jsonSchema = toUsableSchema(request["jsonSchema"], session.options.version);
  const answerInitialize = (): void => {
    const hasHooks = request["hooks"] !== undefined;
    output.write(lines.answerInitialize(requestId, describeSession(session, []), { hasHooks }));
    if (isAgain) output.write(lines.tasksChanged([]));
  };
  const names = session.mcp.add(listHostServers(session, request["sdkMcpServers"]));
  if (names.length === 0 || !ordering.asksMcpFirst) answerInitialize();
  connectServers(session, names, ordering.asksMcpFirst ? answerInitialize : () => undefined);
}

/** Connects to servers inside the host. Those named only by `--mcp-config` are connected when the first turn begins. */
export function connectServers(session: Session, names: readonly string[], afterFirst: () => void): void {
  if (names.length === 0) return;
  const last = names.length - 1;
  const connected = names.map((name, index) => connect(session, name, index === last ? afterFirst : () => undefined));
  session.mcp.ready = Promise.all([session.mcp.ready, ...connected]).then(() => undefined);
}

function interrupt(session: Session, request: JsonObject, answer: (response?: JsonObject) => void): void {
  const { ordering, queue, output, lines, turn } = session;
  const reportsQueue = ordering.interruptReportsQueue;
  const isCancelling = reportsQueue && (request["cancelQueued"] === true || request["cancel_queued"] === true);
  const cancelled = isCancelling ? queue.cancelAll() : [];
  // The turn of a prompt that came in the same tick has not begun yet.
  if (turn === undefined && queue.size > 0) session.isInterruptedEarly = true;
  if (turn !== undefined && turn.cut === undefined) {
    turn.cut = "interrupt";
    // The host sees its open requests withdrawn before it sees the answer to the interrupt.
    turn.abort.abort();
  }
  const uuids: readonly string[] = cancelled.flatMap(({ uuid }) => uuid ?? []);
  const report = { still_queued: [...queue.uuids], ...(isCancelling ? { cancelled: uuids } : {}) };
  answer(reportsQueue ? report : undefined);
  for (const uuid of uuids) output.write(lines.commandLifecycle(uuid, "cancelled"));
}

function reportModel({ ordering, output, lines, model, turnsDone }: Session): void {
  if (ordering.reportsModelChange === "always") output.write(lines.commandOutput(`Set model to ${model}`));
  if (ordering.reportsModelChange === "after-turn" && turnsDone > 0)
    output.write(lines.commandOutput(`Set model to \`${model}\``));
}

function setPermissionMode(
  session: Session,
  mode: string,
  answer: (response?: JsonObject) => void,
  refuse: (error: string, code?: string) => void,
): void {
  const { ordering, options, output, lines } = session;
  const isOutOfReach = mode === "bypassPermissions" && options.permissionMode !== "bypassPermissions";
  if (ordering.checksModes && !MODES.includes(mode)) {
    return refuse(`Cannot set permission mode: must be one of ${MODES.join(", ")}`, "invalid_mode");
  }
  if (isOutOfReach && ordering.refusesBypass && !ordering.answersModeTwice) {
    return refuse(
      "Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions",
      "bypass_not_launched",
    );
  }
  if (isOutOfReach && ordering.refusesBypass) {
    refuse("Cannot set permission mode to bypassPermissions since it is not available");
    return answer();
  }
  session.permissionMode = mode;
  answer({ mode });
  if (ordering.reportsModeChange) output.write(lines.status(null, { permissionMode: mode }));
  if (ordering.answersModeTwice) answer();
}

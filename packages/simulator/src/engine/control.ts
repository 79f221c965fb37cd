// Control requests of the host: the few that steer the engine. Those that only want to know something are
// control-answers.ts's business.

import type { JsonObject } from "../json.ts";
import { plainAnswer } from "./control-answers.ts";
import { shown } from "./fields.ts";
import { connect, hostServers } from "./mcp.ts";
import { usableSchema } from "./schema.ts";
import { describeSession, type Session } from "./session.ts";
import { acceptPrompt, promptOf } from "./prompts.ts";

const MODES = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"];

export function handleRequest(session: Session, requestId: string | undefined, request: JsonObject): void {
  const { lines, output, order, options } = session;
  const answer = (response?: JsonObject): void => output.write(lines.answer(requestId, response));
  const refuse = (error: string, code?: string): void => output.write(lines.refuse(requestId, error, code));
  const subtype = shown(request["subtype"]);
  const hasDocumented = options.dialects.includes("documented-input");
  switch (subtype) {
    case "initialize":
      if (!order.hasInitialize) break;
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
      return acceptPrompt(session, promptOf(`/compact ${typeof instructions === "string" ? instructions : ""}`.trim()));
    }
    case "set_permission_mode":
      return setMode(session, shown(request["mode"]), answer, refuse);
    case "set_model": {
      const { model } = request;
      session.fallenFrom = undefined;
      session.model = typeof model === "string" && model !== "default" ? model : session.firstModel;
      tellModel(session);
      return answer(order.modelsAnswerTold ? { model: session.model } : undefined);
    }
    case "cancel_async_message": {
      if (!order.cancelsPrompts) break;
      const cancelled = session.queue.cancel(shown(request["message_uuid"]));
      if (cancelled?.uuid !== undefined) output.write(lines.commandLifecycle(cancelled.uuid, "cancelled"));
      return answer({ cancelled: cancelled !== undefined });
    }
    default:
  }
  const plain = plainAnswer(session, subtype, request);
  if (plain !== undefined) return "error" in plain ? refuse(plain.error) : answer(plain.response);
  if (order.unknownRequests === "refused") refuse(`Unsupported control request subtype: ${subtype}`);
}

function initialize(session: Session, requestId: string | undefined, request: JsonObject): void {
  const { lines, output, order } = session;
  const isAgain = session.initialized !== undefined || session.turnsDone > 0 || session.turn !== undefined;
  if (isAgain && order.initializesOnce) {
    output.write(lines.refuse(requestId, "Already initialized"));
    return;
  }
  session.initialized = request;
  session.wake();
  session.hooks.register(request["hooks"]);
  session.forwardsAgentText = request["forwardSubagentText"] === true || session.options.forwardsAgentText === true;
  if (request["jsonSchema"] !== undefined)
    session.jsonSchema = usableSchema(request["jsonSchema"], session.options.version);
  const tell = (): void => {
    const hasHooks = request["hooks"] !== undefined;
    output.write(lines.answerInitialize(requestId, describeSession(session, []), { hasHooks }));
    if (isAgain) output.write(lines.tasksChanged([]));
  };
  const names = session.mcp.add(hostServers(session, request["sdkMcpServers"]));
  if (names.length === 0 || !order.asksMcpFirst) tell();
  connectAll(session, names, order.asksMcpFirst ? tell : () => undefined);
}

/** Servers named only by `--mcp-config` are met when the first turn begins. */
export function connectAll(session: Session, names: readonly string[], afterFirst: () => void): void {
  if (names.length === 0) return;
  const last = names.length - 1;
  const connected = names.map((name, place) => connect(session, name, place === last ? afterFirst : () => undefined));
  session.mcp.ready = Promise.all([session.mcp.ready, ...connected]).then(() => undefined);
}

function interrupt(session: Session, request: JsonObject, answer: (response?: JsonObject) => void): void {
  const { order, queue, output, lines, turn } = session;
  const tellsQueue = order.interruptTellsQueue;
  const isCancelling = tellsQueue && (request["cancelQueued"] === true || request["cancel_queued"] === true);
  const cancelled = isCancelling ? queue.cancelAll() : [];
  // A turn whose prompt came in the same breath has not begun yet.
  if (turn === undefined && queue.size > 0) session.isInterruptedEarly = true;
  if (turn !== undefined && turn.cut === undefined) {
    turn.cut = "interrupt";
    // The host hears that its open questions are withdrawn before it hears that it was obeyed.
    turn.abort.abort();
  }
  const uuids: readonly string[] = cancelled.flatMap(({ uuid }) => uuid ?? []);
  const told = { still_queued: [...queue.uuids], ...(isCancelling ? { cancelled: uuids } : {}) };
  answer(tellsQueue ? told : undefined);
  for (const uuid of uuids) output.write(lines.commandLifecycle(uuid, "cancelled"));
}

function tellModel({ order, output, lines, model, turnsDone }: Session): void {
  if (order.tellsModelSet === "always") output.write(lines.commandOutput(`Set model to ${model}`));
  if (order.tellsModelSet === "after-turn" && turnsDone > 0)
    output.write(lines.commandOutput(`Set model to \`${model}\``));
}

function setMode(
  session: Session,
  mode: string,
  answer: (response?: JsonObject) => void,
  refuse: (error: string, code?: string) => void,
): void {
  const { order, options, output, lines } = session;
  const isOutOfReach = mode === "bypassPermissions" && options.permissionMode !== "bypassPermissions";
  if (order.checksModes && !MODES.includes(mode)) {
    return refuse(`Cannot set permission mode: must be one of ${MODES.join(", ")}`, "invalid_mode");
  }
  if (isOutOfReach && order.refusesBypass && !order.answersModeTwice) {
    return refuse(
      "Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions",
      "bypass_not_launched",
    );
  }
  if (isOutOfReach && order.refusesBypass) {
    refuse("Cannot set permission mode to bypassPermissions since it is not available");
    return answer();
  }
  session.permissionMode = mode;
  answer({ mode });
  if (order.tellsModeSet) output.write(lines.status(null, { permissionMode: mode }));
  if (order.answersModeTwice) answer();
}

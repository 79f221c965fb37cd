// The public `Session`: a thin object over the core, with one method for each usual control request.

import { encode, type Json, type JsonObject, type McpServerHealth } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import { checkOptions } from "../options/check-options.ts";
import { checkOption } from "../validation/check-option.ts";
import { boolean, fields } from "../validation/validator.ts";
import { mergeOptions } from "../options/merge-options.ts";
import type { AnswerSchema } from "../options/model-options.ts";
import type { DataOf, SessionOptions } from "../options/options.ts";
import { createCheckedRequest, requireRequest } from "./checked-request.ts";
import { controlLine } from "./connection.ts";
import { SessionCore } from "./core.ts";
import { toFailure } from "../turn/failure.ts";
import { refuseTurn } from "../turn/session-turn.ts";
import type { Session } from "./types.ts";

/** Opens a session. @param open opens a fork of it */
export function createSession<Data>(
  options: SessionOptions,
  open: (options: SessionOptions) => Session<Data>,
  isOneShot: boolean = false,
): Session<Data> {
  const core = new SessionCore<Data>(options, isOneShot);
  const getVersion = (): string | undefined => core.prepared?.version ?? core.state.setup.version;
  const ask = (subtype: string, line: (id: string) => string): Promise<Json | undefined> =>
    core.request(subtype, createCheckedRequest(subtype, line, getVersion));
  const requestList = async (field: string): Promise<readonly JsonObject[]> => {
    const answer = await core.ready();
    if (answer === undefined) requireRequest("initialize", getVersion());
    return readObjects(answer, field);
  };

  return {
    get id() {
      return core.state.sessionId;
    },
    get pid() {
      return core.pid;
    },
    get state() {
      return core.state;
    },
    get queue() {
      return core.scheduler.queue;
    },
    get spending() {
      return core.spending;
    },
    get recordingProblem() {
      return core.prepared?.recorder?.problem;
    },
    get isClosed() {
      return core.phase === "closed";
    },
    ask(prompt, turnOptions = {}) {
      try {
        checkOptions(turnOptions, "turn");
      } catch (error) {
        return refuseTurn(toFailure(error), turnOptions.reject);
      }
      return core.ask(prompt, turnOptions);
    },
    get events() {
      return { [Symbol.asyncIterator]: () => core.log.read() };
    },
    subscribe: (listener) => core.listeners.add(listener),
    onTurn: (listener) => core.turnListeners.add(listener),

    async interrupt(given = {}) {
      checkOption("options", given, INTERRUPT);
      if (given.cancelsQueue === true) {
        core.scheduler.failQueued({
          code: "interrupted",
          message: "The session was interrupted, and its queue with it.",
        });
      }
      await core.interrupt();
    },
    // The documented control request `compact` is refused by every measured CLI; the slash command works in all.
    compact: (instructions) => core.ask(instructions?.trim() ? `/compact ${instructions}` : "/compact", {}),
    async fork<Schema extends AnswerSchema>(changes: SessionOptions<Schema> = {}) {
      const reportedId = core.state.sessionId;
      // The CLI reports the id with its first turn. Until then, a resumed session has the id that it was resumed with.
      const id = reportedId ?? options.resume;
      if (id === undefined) {
        const message = "This session has no id yet, so there is nothing to fork: wait for its first turn.";
        throw new ClaudeError("invalid-option", message);
      }
      // A recording holds one session only.
      const { sessionId: _sessionId, continue: _continue, resumeAt, record: _record, ...rest } = options;
      const { current } = core.permissionMode;
      const now = {
        ...rest,
        ...(reportedId !== undefined || resumeAt === undefined ? {} : { resumeAt }),
        ...(current === undefined ? {} : { permissionMode: current }),
      };
      return open({ ...mergeOptions(now, changes), resume: id, fork: true }) as Session<DataOf<Schema, Data>>;
    },
    async setModel(model) {
      await ask("set_model", (id) => encode.setModel(id, model));
    },
    async setPermissionMode(mode) {
      await core.permissionMode.change(mode, () =>
        ask("set_permission_mode", (id) => encode.setPermissionMode(id, mode)),
      );
    },
    async setMaxThinkingTokens(tokens) {
      await ask("set_max_thinking_tokens", (id) => encode.setMaxThinkingTokens(id, tokens));
    },
    contextUsage: async () => asObject(await ask("get_context_usage", (id) => encode.getContextUsage(id))) ?? {},
    mcpStatus: async () =>
      readObjects(await ask("mcp_status", (id) => encode.mcpStatus(id)), "mcpServers").map(toServerStatus),
    async mcpReconnect(serverName) {
      await ask("mcp_reconnect", (id) => encode.mcpReconnect(id, serverName));
    },
    async mcpToggle(serverName, isEnabled) {
      await ask("mcp_toggle", (id) => encode.mcpToggle(id, serverName, isEnabled));
    },
    async stopTask(taskId) {
      core.scheduler.taskStopped(taskId);
      await ask("stop_task", (id) => encode.stopTask(id, taskId));
      core.idleWatch.stopped(taskId);
    },
    async rewindFiles(userMessageId, rewindOptions = {}) {
      // A misspelt `dryRun` would change the files.
      checkOption("options", rewindOptions, REWIND);
      return asObject(await ask("rewind_files", (id) => encode.rewindFiles(id, userMessageId, rewindOptions))) ?? {};
    },
    commands: () => requestList("commands"),
    models: () => requestList("models"),
    control(subtype, payload) {
      const request = (): Promise<Json | undefined> => ask(subtype, controlLine(subtype, payload));
      if (subtype !== "set_permission_mode") return request();
      return core.permissionMode.change(payload?.["mode"], request);
    },

    async ready() {
      await core.ready();
    },
    idle: () => core.idleWatch.idle(),
    close: () => core.close(),
    [Symbol.asyncDispose]: () => core.close(),
  };
}

const INTERRUPT = fields({ cancelsQueue: boolean });
const REWIND = fields({ dryRun: boolean });

function readObjects(value: Json | undefined, field: string): readonly JsonObject[] {
  const list = asObject(value)?.[field];
  return Array.isArray(list) ? list.map((item: Json) => asObject(item) ?? {}) : [];
}

/** Fills in name and status, which all measured CLIs report. */
function toServerStatus(server: JsonObject): McpServerHealth & JsonObject {
  const { name, status } = server;
  return {
    ...server,
    name: typeof name === "string" ? name : "",
    status: typeof status === "string" ? status : "unknown",
  };
}

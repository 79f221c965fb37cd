// Turns options into everything that a session needs to start: program, flags, environment, responders, and the lock of
// the session. Whatever is wrong is reported here, before a process runs.

import type { JsonObject, PermissionMode, SessionInitEvent, TurnEndEvent } from "@unspool/protocol";
import type { InitializeFields } from "@unspool/protocol/wire";
import type { Clock } from "../clock.ts";
import { mergeHooks } from "../control/hooks/merge-hooks.ts";
import { asksPermissions, createResponders } from "./responders.ts";
import { DEFAULT_DECISION_TIMEOUT_MS, runCallback } from "../run-callback.ts";
import type { Responder, Responders } from "../control/types.ts";
import { ClaudeError } from "../errors.ts";
import { toArgv, type Argv } from "../options/argv.ts";
import type { SessionOptions } from "../options/options.ts";
import { checkAuth, createEnvironment } from "../process/environment.ts";
import { locateClaude, type ClaudeProgram } from "../process/find-claude.ts";
import { reapOrphans } from "../process/reap-orphans.ts";
import { supportsOf } from "../options/supports.ts";
import { secretValuesOf } from "@unspool/protocol/redact";
import { createRecorder } from "../record/recorder.ts";
import type { Recorder, RecordingMeta } from "../record/types.ts";
import { createAnswerFormat, type AnswerFormat } from "../schema/answer-schema.ts";
import { checkValue } from "../schema/check-value.ts";
import { createChildTransport } from "../transport/child-transport.ts";
import { guardTransport } from "../transport/guard-transport.ts";
import { createProcessTransport } from "../transport/process-transport.ts";
import type { Launch, TransportFactory } from "../transport/types.ts";
import type { Warning } from "../warning.ts";
import { waitUntilEnded } from "./locks/ending.ts";
import { createSessionLocks, type SessionLocks } from "./locks/session-locks.ts";

export interface Prepared {
  /** Returns how to start the process. @param change what differs at a restart */
  launch(change: { readonly resume: string | undefined; readonly permissionMode: PermissionMode | undefined }): Launch;
  readonly transport: TransportFactory;
  readonly responder: Responders;
  readonly initialize: InitializeFields;
  /** The CLI's version, if a file beside the program has it. */
  readonly version: string | undefined;
  /** Whether the answer to `initialize` certainly has the permission mode. */
  readonly reportsModeEarly: boolean;
  readonly recorder: Recorder | undefined;
  /** Returns the structured answer as the schema parses it. Rejects with `invalid-data`. */
  readData(end: TurnEndEvent): Promise<unknown>;
  /** Returns warnings about what differs from the options. @throws {ClaudeError} `session-locked` */
  checkInit(event: SessionInitEvent): readonly Warning[];
  /** The process has been started. */
  started(pid: number | undefined): void;
  cleanUp(): Promise<void>;
}

export async function prepareSession(options: SessionOptions, clock: Clock): Promise<Prepared> {
  await waitUntilEnded(options);
  const responder = createResponders({ ...options, clock });
  const answer = options.schema === undefined ? undefined : await createAnswerFormat(options.schema);
  await responder.prepare?.();
  const program = findProgram(options);
  // Makes 2.1.325 report when it is idle. Older versions ignore it.
  const env = {
    ...createEnvironment(options, process.env, process.platform),
    CLAUDE_CODE_SDK_READS_SESSION_STATE: "1",
  };
  const locks = await createSessionLocks(options);
  const all: Argv[] = [];
  let recorder: Recorder | undefined;
  const cleanUp = async (): Promise<void> => {
    responder.close?.();
    locks.release();
    for (const added of all) added.cleanup();
    await recorder?.close();
  };
  try {
    const context = {
      version: program.version,
      jsonSchema: answer?.jsonSchema,
      answersPermissions: asksPermissions(options),
    };
    const addArgv = (given: SessionOptions): Argv => {
      const added = toArgv(given, context);
      all.push(added);
      return added;
    };
    const flags = addArgv(options);
    const cwd = options.cwd ?? process.cwd();
    recorder =
      options.record === undefined
        ? undefined
        : createRecorder(options.record, {
            clock,
            meta: createMeta(flags.args, cwd, program.version),
            secrets: secretValuesOf(env),
          });
    let { version } = program;
    return {
      launch({ resume, permissionMode }) {
        const { continue: _continue, fork: _fork, sessionId: _sessionId, resumeAt: _resumeAt, ...rest } = options;
        const { args, privateFiles } =
          resume === undefined
            ? flags
            : addArgv({ ...rest, resume, ...(permissionMode === undefined ? {} : { permissionMode }) });
        return { command: program.command, args: [...program.args, ...args], cwd, env, privateFiles };
      },
      transport: guardTransport(wrapFactory(createTransportFactory(options, clock), options)),
      responder,
      initialize: createInitialize(options, responder, answer?.jsonSchema),
      version: program.version,
      reportsModeEarly: program.version !== undefined && supportsOf(program.version).has("initializeTellsMode"),
      recorder,
      readData: (end) => readData({ options, answer, end, version, clock }),
      checkInit(event) {
        responder.init?.(event);
        version = event.version ?? version;
        return [...flags.warnings, ...checkInit(options, event, locks)];
      },
      started: (pid) => locks.started(pid),
      cleanUp,
    };
  } catch (error) {
    // Otherwise the lock and files with secrets would stay until this process ends.
    await cleanUp();
    throw error;
  }
}

/** How often starting a child also ends the processes that dead hosts have left. Resuming a session always does. */
const REAP_MS = 60_000;
let reapedAt = Number.NEGATIVE_INFINITY;

function createTransportFactory({ transport, spawn }: SessionOptions, clock: Clock): TransportFactory {
  if (transport !== undefined) return transport;
  if (spawn !== undefined) return createProcessTransport(spawn, { clock });
  const now = performance.now();
  if (now - reapedAt > REAP_MS) {
    reapedAt = now;
    void reapOrphans();
  }
  return createChildTransport({ clock });
}

function wrapFactory(transport: TransportFactory, { wrapTransport }: SessionOptions): TransportFactory {
  return wrapTransport === undefined ? transport : wrapTransport(transport);
}

function createMeta(args: readonly string[], cwd: string, version: string | undefined): RecordingMeta {
  return { args, cwd, ...(version === undefined ? {} : { claudeVersion: version }) };
}

/** Finds the program. A custom transport needs none: the name is only for recordings. */
function findProgram(options: SessionOptions): ClaudeProgram {
  if (options.transport === undefined && options.spawn === undefined) {
    return locateClaude({ executable: options.executable, env: { ...process.env, ...options.env } });
  }
  const command = options.executable ?? "claude";
  return { command, args: [], path: command, version: undefined, source: "option" };
}

function createInitialize(
  options: SessionOptions,
  responder: Responder,
  jsonSchema: JsonObject | undefined,
): InitializeFields {
  const { systemPrompt, appendSystemPrompt, agents, forwardAgentText } = options;
  const hooks = mergeHooks([responder.initialize?.hooks, options.initialize?.hooks]);
  return {
    ...options.initialize,
    ...responder.initialize,
    ...(hooks === undefined ? {} : { hooks }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(appendSystemPrompt === undefined ? {} : { appendSystemPrompt }),
    ...(agents === undefined ? {} : { agents }),
    ...(forwardAgentText === undefined ? {} : { forwardSubagentText: forwardAgentText }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
  };
}

interface DataToRead {
  readonly options: SessionOptions;
  readonly answer: AnswerFormat | undefined;
  readonly end: TurnEndEvent;
  /** As the CLI reported it, or as a file beside the program has it. */
  readonly version: string | undefined;
  readonly clock: Clock;
}

async function readData({ options, answer, end, version, clock }: DataToRead): Promise<unknown> {
  const { schema, schemaTimeoutMs: timeoutMs = DEFAULT_DECISION_TIMEOUT_MS } = options;
  const { structuredOutput } = end;
  if (schema === undefined || answer === undefined) return undefined;
  if (structuredOutput === undefined) {
    const supports = supportsOf(version);
    const isNewEnough = version !== undefined && supports.hasFlag("--json-schema");
    const advice = isNewEnough
      ? "The model answered with text only (`text`): ask again, or ask for it in the prompt."
      : `${version === undefined ? "This version" : `Version ${version}`} of Claude Code may be too old for a schema: ${supports.since("--json-schema")} and later take one.`;
    throw new ClaudeError("invalid-data", `The answer has no structured data. ${advice}`, { text: end.text, version });
  }
  const outcome = await runCallback(() => checkValue(schema, answer.unwrap(structuredOutput)), { clock, timeoutMs });
  const checked = outcome.kind === "value" ? outcome.value : undefined;
  if (checked === undefined) {
    const message = `The schema did not finish validating the answer within ${timeoutMs} ms. Make the validation faster, or raise \`schemaTimeoutMs\`.`;
    throw new ClaudeError("invalid-data", message, { data: structuredOutput });
  }
  if (checked.ok) return checked.value;
  throw new ClaudeError("invalid-data", `The answer does not match the schema: ${checked.issues}`, {
    data: structuredOutput,
  });
}

function checkInit(options: SessionOptions, event: SessionInitEvent, locks: SessionLocks): readonly Warning[] {
  const warnings: Warning[] = [];
  const auth = checkAuth(options.auth, event.apiKeySource);
  if (auth !== undefined) warnings.push(auth);
  const { sessionId } = event;
  if (sessionId === undefined) return warnings;
  locks.own(sessionId);
  const asked = options.sessionId ?? (options.fork === true ? undefined : options.resume);
  if (asked !== undefined && asked !== sessionId) {
    const message = `Session ${asked} was asked for, but Claude opened ${sessionId}.`;
    warnings.push({ code: "session-mismatch", message });
  }
  if (options.fork === true && sessionId === options.resume) {
    warnings.push({ code: "session-mismatch", message: `A fork was asked for, but Claude goes on with ${sessionId}.` });
  }
  return warnings;
}

// Plays a ready-made scenario with its host in this process, in virtual time: the same lines at every run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { encode } from "@unspool/protocol";
import {
  createMemoryStore,
  fillPlaceholders,
  loadReadyMade,
  simulate,
  type HostAnswer,
  type HostScript,
  type HostStep,
  type JsonObject,
  type SessionStore,
} from "@unspool/simulator";

/** Where it says it is. */
const WORKSPACE = "/workspace";
/** Rounds of the event loop without a line: then nothing more comes by itself. */
const QUIET_ROUNDS = 60;

/** Everything the CLI says, of all its starts. */
export async function playScenario(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "unspool-golden-"));
  try {
    const scenario = fillPlaceholders(await loadReadyMade(name), { cwd: folder });
    const host = scenario.host ?? { steps: [{ user: "Hello" }] };
    for (const [path, content] of Object.entries(host.files ?? {})) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const store = createMemoryStore();
    const answers = createAnswers(host.answers ?? []);
    let steps: readonly HostStep[] = host.steps;
    let more: readonly string[] = [];
    let said = "";
    for (;;) {
      const at = steps.findIndex((step) => "restart" in step);
      const run = await playProcess(host, at < 0 ? steps : steps.slice(0, at), {
        scenario,
        store,
        folder,
        more,
        answers,
      });
      said += run;
      const restart = steps[at];
      if (restart === undefined || !("restart" in restart)) break;
      const session = /"session_id":"([^"]+)"/.exec(run)?.[1] ?? "none";
      more = restart.restart === "continue" ? ["--continue"] : ["--resume", session];
      if (restart.restart === "fork") more = [...more, "--fork-session"];
      steps = steps.slice(at + 1);
    }
    return said.replaceAll(folder, WORKSPACE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Start {
  readonly scenario: Awaited<ReturnType<typeof loadReadyMade>>;
  readonly store: SessionStore;
  readonly folder: string;
  readonly more: readonly string[];
  readonly answers: (line: string) => readonly string[];
}

async function playProcess(host: HostScript, steps: readonly HostStep[], start: Start): Promise<string> {
  const isText = host.input === "text";
  const prompt = steps.find((step) => "user" in step);
  const claude = simulate({
    scenario: start.scenario,
    store: start.store,
    cwd: start.folder,
    env: {
      ...(host.auth === "subscription" ? { CLAUDE_CODE_OAUTH_TOKEN: "made-up" } : { ANTHROPIC_API_KEY: "made-up" }),
      ...host.env,
    },
    args: [
      ...flagsOf(host),
      ...start.more,
      ...(isText && prompt !== undefined ? [typeof prompt.user === "string" ? prompt.user : ""] : []),
    ],
  });
  const lines: string[] = [];
  const reading = readLines(claude.stdout, (line) => {
    lines.push(line);
    for (const answer of start.answers(line)) claude.stdin.write(answer);
  });
  const send = (message: JsonObject): void => void claude.stdin.write(`${JSON.stringify(message)}\n`);
  let seen = 0;
  /** False: nothing more comes by itself. */
  async function until(isReached: () => boolean): Promise<boolean> {
    for (let quiet = 0; quiet < QUIET_ROUNDS; quiet += 1) {
      const before = lines.length;
      if (isReached()) return true;
      await new Promise((resolve) => setImmediate(resolve));
      if (lines.length !== before) quiet = 0;
    }
    return isReached();
  }
  if (host.initialize !== undefined) claude.stdin.write(encode.initialize("initialize-1", host.initialize));
  for (const [place, step] of steps.entries()) {
    if ("user" in step && !isText) {
      const { user, uuid, priority } = step;
      const content = typeof user === "string" ? [{ type: "text", text: user }] : user;
      const message = { type: "user", session_id: "", message: { role: "user", content }, parent_tool_use_id: null };
      send({
        ...message,
        ...(uuid === undefined ? {} : { uuid }),
        ...(priority === undefined ? {} : { priority }),
      });
    } else if ("control" in step) {
      send({ type: "control_request", request_id: step.id ?? `control-${place}`, request: step.control });
    } else if ("line" in step) claude.stdin.write(`${step.line}\n`);
    else if ("signal" in step) claude.kill(step.signal);
    else if ("end" in step) claude.stdin.end();
    else if ("quietMs" in step) await until(() => false);
    else if ("wait" in step) {
      const pattern = step.wait === "result" ? { type: "result" } : step.wait;
      let missing = step.count ?? 1;
      await until(() => {
        for (; missing > 0 && seen < lines.length; seen += 1) if (fits(lines[seen] ?? "", pattern)) missing -= 1;
        return missing === 0;
      });
    }
  }
  claude.stdin.end();
  await until(() => false);
  claude.kill("SIGKILL");
  await reading;
  return lines.map((line) => `${line}\n`).join("");
}

async function readLines(chunks: AsyncIterable<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    for (const line of pieces) onLine(line);
  }
}

function flagsOf(host: HostScript): readonly string[] {
  const mode = host.permissionMode ?? "bypassPermissions";
  return [
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    ...(host.input === "text" ? [] : ["--input-format", "stream-json"]),
    ...(host.partials === false ? [] : ["--include-partial-messages"]),
    ...(mode === "none" ? [] : ["--permission-mode", mode]),
    ...(host.args ?? []),
  ];
}

/** Those to permissions and hooks are used once each; a rest is allowed. */
function createAnswers(given: readonly HostAnswer[]): (line: string) => readonly string[] {
  const permissions = given.filter((answer) => "permission" in answer);
  const hooks = given.filter((answer) => "hook" in answer);
  const results = new Map(given.flatMap((answer) => ("mcp" in answer ? [[answer.mcp, answer.result] as const] : [])));
  return (line) => {
    if (!line.includes('"control_request"')) return [];
    const { type, request_id: id, request } = JSON.parse(line) as Asked;
    if (type !== "control_request") return [];
    if (request.subtype === "hook_callback") return [encode.hookAnswer(id, hooks.shift()?.hook ?? {})];
    if (request.subtype === "mcp_message")
      return [encode.answer(id, { mcp_response: respond(request.message ?? {}, results) })];
    if (request.subtype !== "can_use_tool") return [];
    const answer = permissions.shift();
    if (answer?.permission === "ignore") return [];
    if (answer?.permission === "deny") {
      return [encode.deny(id, answer.message ?? "No.", answer.interrupt === true ? { interrupt: true } : {})];
    }
    return [encode.allow(id, answer?.updatedInput ?? request.input ?? {})];
  };
}

interface Asked {
  readonly type: string;
  readonly request_id: string;
  readonly request: {
    readonly subtype: string;
    readonly input?: JsonObject;
    readonly message?: { readonly id?: number; readonly method?: string };
  };
}

function respond(
  { id, method }: { readonly id?: number; readonly method?: string },
  results: ReadonlyMap<string, JsonObject>,
): JsonObject {
  if (id === undefined) return { jsonrpc: "2.0", result: {}, id: 0 };
  const usual = {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "host", version: "1.0.0" },
  };
  const result = results.get(method ?? "") ?? (method === "initialize" ? usual : undefined);
  return result === undefined
    ? { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } }
    : { jsonrpc: "2.0", id, result };
}

function fits(line: string, pattern: Readonly<Record<string, unknown>>): boolean {
  const message: unknown = JSON.parse(line);
  return Object.entries(pattern).every(([path, wanted]) => {
    let value = message;
    for (const key of path.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[key];
    return JSON.stringify(value) === JSON.stringify(wanted);
  });
}

// Plays a scenario's host script on any CLI: the same lines on stdin at the same moments.

import { encode } from "@unspool/protocol";
import type { HostScript, HostStep } from "@unspool/simulator";
import { createAnswers } from "./host-answers.ts";
import { startClaude, type ClaudeProcess, type Exit } from "../clis/claude-process.ts";
import type { Program } from "../clis/install.ts";
import { matchesPattern } from "./matches-pattern.ts";
import type { Sandbox } from "../clis/sandbox.ts";

/** A line of stdin or stdout. */
export interface ExchangedLine {
  readonly stream: "in" | "out";
  /** Without its LF. */
  readonly text: string;
}

/** One process of a scenario. */
export interface PlayedProcess {
  readonly args: readonly string[];
  readonly lines: readonly string[];
  readonly sent: readonly string[];
  /** The lines of both streams, in the order in which they were written and read. */
  readonly exchanged: readonly ExchangedLine[];
  readonly stderr: string;
  readonly exit: Exit | undefined;
  /** The wait that timed out. */
  readonly stuck: string | undefined;
}

export interface PlayOptions {
  readonly program: Program;
  readonly host: HostScript;
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
  /** Timeout of one step. */
  readonly patienceMs?: number;
  /** End times of the served answers, by `performance.now()`. Undefined without an API. */
  readonly served?: readonly number[];
}

/** @returns the processes in order; several if the script restarts the CLI */
export async function play(options: PlayOptions): Promise<PlayedProcess[]> {
  const runs: PlayedProcess[] = [];
  const answers = createAnswers(options.host.answers ?? []);
  let steps: readonly HostStep[] = options.host.steps;
  let more: readonly string[] = [];
  for (;;) {
    const at = steps.findIndex((step) => "restart" in step);
    const own = at < 0 ? steps : steps.slice(0, at);
    const run = await playProcess(options, own, more, answers);
    runs.push(run);
    if (at < 0 || run.stuck !== undefined) return runs;
    more = buildRestartFlags((steps[at] as Extract<HostStep, { restart: unknown }>).restart, runs);
    steps = steps.slice(at + 1);
  }
}

function buildRestartFlags(how: "resume" | "fork" | "continue", runs: readonly PlayedProcess[]): readonly string[] {
  if (how === "continue") return ["--continue"];
  const flags = ["--resume", findSessionId(runs) ?? "no-session"];
  return how === "fork" ? [...flags, "--fork-session"] : flags;
}

function findSessionId(runs: readonly PlayedProcess[]): string | undefined {
  for (const line of runs.at(-1)?.lines ?? []) {
    const id = /"session_id":"([^"]+)"/.exec(line)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

async function playProcess(
  options: PlayOptions,
  steps: readonly HostStep[],
  more: readonly string[],
  answers: ReturnType<typeof createAnswers>,
): Promise<PlayedProcess> {
  const { host, sandbox, program } = options;
  const patience = options.patienceMs ?? 60_000;
  const args = [...buildFlags(host), ...more];
  const sent: string[] = [];
  const exchanged: ExchangedLine[] = [];
  const text = host.input === "text" ? findPrompt(steps) : undefined;
  const claude: ClaudeProcess = startClaude({
    file: program.file,
    args: [...program.args, ...args, ...(text === undefined ? [] : [text])],
    cwd: sandbox.workspace,
    env: sandbox.environment({ ...options.env, ...host.env }),
    onLine: (line) => {
      exchanged.push({ stream: "out", text: line });
      answers.answer(line).forEach(send);
    },
  });
  function send(line: string): void {
    sent.push(line.trimEnd());
    exchanged.push({ stream: "in", text: line.trimEnd() });
    claude.send(line.trimEnd());
  }
  let stuck: string | undefined;
  try {
    if (host.initialize !== undefined) send(encode.initialize("initialize-1", host.initialize));
    let seen = 0;
    for (const [place, step] of steps.entries()) {
      // It was passed as an argument already.
      if (text !== undefined && "user" in step) continue;
      const reached = await playStep(claude, step, { seen, place, send, patience, served: options.served });
      if (reached === undefined) {
        stuck = JSON.stringify(step);
        break;
      }
      seen = reached;
    }
    if (stuck === undefined) {
      claude.endInput();
      if (!(await until(claude, () => claude.exit !== undefined, patience))) stuck = "its exit after the end of input";
    }
  } finally {
    await claude.close();
  }
  return { args, lines: claude.lines, sent, exchanged, stderr: claude.stderr(), exit: claude.exit, stuck };
}

interface StepContext {
  /** Number of lines that earlier steps have read. */
  readonly seen: number;
  readonly place: number;
  readonly send: (line: string) => void;
  readonly patience: number;
  readonly served: readonly number[] | undefined;
}

/** @returns the number of lines read, or undefined after a timeout */
async function playStep(
  claude: ClaudeProcess,
  step: HostStep,
  { seen, place, send, patience, served }: StepContext,
): Promise<number | undefined> {
  if ("user" in step) {
    const { user, uuid, priority } = step;
    const content = typeof user === "string" ? [{ type: "text", text: user }] : user;
    const message = { type: "user", session_id: "", message: { role: "user", content }, parent_tool_use_id: null };
    send(
      JSON.stringify({
        ...message,
        ...(uuid === undefined ? {} : { uuid }),
        ...(priority === undefined ? {} : { priority }),
      }),
    );
  } else if ("control" in step) {
    send(JSON.stringify({ type: "control_request", request_id: step.id ?? `control-${place}`, request: step.control }));
  } else if ("line" in step) {
    send(step.line);
  } else if ("signal" in step) {
    claude.kill(step.signal);
  } else if ("end" in step) {
    claude.endInput();
  } else if ("quietMs" in step) {
    const sinceServed = (): number => performance.now() - (served?.at(-1) ?? Number.NEGATIVE_INFINITY);
    const isQuiet = (): boolean =>
      Math.min(claude.silence(), sinceServed()) >= step.quietMs || claude.exit !== undefined;
    return (await until(claude, isQuiet, patience)) ? claude.lines.length : undefined;
  } else if ("served" in step) {
    const hasServed = (): boolean => served === undefined || served.length >= step.served;
    return (await until(claude, () => hasServed() || claude.exit !== undefined, patience)) && hasServed()
      ? seen
      : undefined;
  } else if ("wait" in step) {
    const pattern = step.wait === "result" ? { type: "result" } : step.wait;
    let missing = step.count ?? 1;
    let next = seen;
    const hasCome = (): boolean => {
      while (missing > 0 && next < claude.lines.length) {
        if (matchesPattern(claude.lines[next] as string, pattern)) missing -= 1;
        next += 1;
      }
      return missing === 0 || claude.exit !== undefined;
    };
    return (await until(claude, hasCome, patience)) && missing === 0 ? next : undefined;
  }
  return seen;
}

async function until(claude: ClaudeProcess, isReached: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!isReached()) {
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await claude.change(Math.min(left, 50));
  }
  return true;
}

function findPrompt(steps: readonly HostStep[]): string {
  const step = steps.find((one) => "user" in one);
  return step !== undefined && "user" in step && typeof step.user === "string" ? step.user : "";
}

function buildFlags(host: HostScript): string[] {
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

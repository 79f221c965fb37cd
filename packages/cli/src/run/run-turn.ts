// Runs one turn in a new session and prints it in the requested form: live view, events, raw lines, data or only the answer. The
// session stays open until its background tasks have ended.

import {
  ClaudeError,
  createClaude,
  TurnError,
  type Session,
  type SessionOptions,
  type TransportFactory,
  type Warning,
} from "@unspool/client";
import type { ParsedArgs } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { keepProcessAlive, SYSTEM_CLOCK } from "../terminal/clock.ts";
import { formatJsonLine } from "../output/json-line.ts";
import { sanitize, sanitizeLine } from "../terminal/sanitize.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { readViewFlags } from "../view/flags.ts";
import { createLiveRenderer, type LiveRenderer } from "../view/live-renderer.ts";
import { createKeyQuestions } from "./key-questions.ts";
import { describeBudget, describeError, describeWarning } from "../output/describe-error.ts";
import { readPrompt } from "./read-prompt.ts";

export async function runTurn(given: ParsedArgs, io: Io, options: SessionOptions): Promise<number> {
  const { prompt, text, shown } = await readPrompt(
    {
      texts: given.positionals,
      file: given.text("file"),
      images: given.texts("image"),
      hasNoStdin: given.has("no-stdin"),
      clock: SYSTEM_CLOCK,
    },
    io,
  );
  const keys = createKeyQuestions(io, { folder: io.cwd, clock: SYSTEM_CLOCK });
  const session = createClaude({
    ...options,
    ...(given.text("permission") === "ask" ? keys.options : {}),
    ...(given.has("raw") ? { wrapTransport: (transport: TransportFactory) => tee(transport, io) } : {}),
  }).session();
  let wasInterrupted = false;
  const interrupt = (): void => {
    wasInterrupted = true;
    void session.interrupt().catch(() => undefined);
  };
  io.signal.addEventListener("abort", interrupt, { once: true });
  const renderer = isShown(given, io)
    ? createLiveRenderer(io, {
        ...readViewFlags(given),
        folder: io.cwd,
        now: () => SYSTEM_CLOCK.now(),
        hint: () => keys.hint() || "Ctrl-C interrupts",
        ...(given.text("permission") === "ask" ? keys.drawn : {}),
        resumeCommand: given.has("simulate") ? undefined : (id) => `unspool run --resume ${id} "…"`,
      })
    : undefined;
  if (renderer !== undefined) keys.attach(renderer, interrupt);
  follow(session, given, io, renderer);
  renderer?.expect(text, shown);
  const release = keepProcessAlive(SYSTEM_CLOCK);
  try {
    const result = await session.ask(prompt, { reject: false });
    if (!wasInterrupted) await Promise.race([session.idle().catch(() => undefined), whenAborted(io.signal)]);
    await session.close();
    renderer?.end();
    printWarnings(session, result.warnings, io);
    if (wasInterrupted) return reportInterruption(session, io, renderer);
    if (!(result instanceof TurnError)) {
      printAnswer(given, io, result.text, result.data);
      return reportOverspending(options, io);
    }
    // The budget was exceeded by a complete answer: print what was paid for.
    const data = session.state.ledger.turns.at(-1)?.structuredOutput;
    if (result.code === "budget-exceeded" && (result.text !== "" || data !== undefined))
      printAnswer(given, io, result.text, data);
    return reportFailure(result, io, renderer);
  } catch (error) {
    renderer?.end();
    if (error instanceof ClaudeError && error.code === "claude-not-found") throw createNotFoundError(error);
    throw error;
  } finally {
    io.signal.removeEventListener("abort", interrupt);
    release();
    await session.close();
  }
}

/** Whether to show the view. It is left out where a program reads stdout. */
function isShown(given: ParsedArgs, io: Io): boolean {
  if (given.has("json") || given.has("raw") || given.has("quiet")) return false;
  return given.text("schema") === undefined || io.stdout.isTTY === true;
}

function follow(session: Session, given: ParsedArgs, io: Io, renderer: LiveRenderer | undefined): void {
  const isJson = given.has("json");
  session.subscribe((event) => {
    renderer?.push(event);
    if (isJson) io.stdout.write(`${formatJsonLine(event, io.stdout)}\n`);
  });
}

/** Copies every byte to stdout on its way to the session, sanitized for a terminal. */
function tee(transport: TransportFactory, io: Io): TransportFactory {
  const decoder = io.stdout.isTTY === true ? new TextDecoder() : undefined;
  return (launch, handlers) =>
    transport(launch, {
      ...handlers,
      onData(chunk) {
        io.stdout.write(decoder === undefined ? chunk : sanitize(decoder.decode(chunk, { stream: true })));
        handlers.onData(chunk);
      },
    });
}

/** The command sets this option itself, so a warning that an old CLI does not support it is not shown. */
const OWN_OPTION = "forwardAgentText";

function printWarnings({ recordingProblem }: Session, warnings: readonly Warning[], io: Io): void {
  const shown = warnings.filter(
    ({ code, details }) => code !== "recording-failed" && details?.["option"] !== OWN_OPTION,
  );
  const texts = [
    ...shown.map(describeWarning),
    ...(recordingProblem === undefined ? [] : [describeError(recordingProblem)]),
  ];
  for (const text of texts) io.stderr.write(`unspool: ${sanitizeLine(text)}\n`);
}

function printAnswer(given: ParsedArgs, io: Io, text: string, data: unknown): void {
  if (given.has("json") || given.has("raw")) return;
  const safe = (output: string): string => (io.stdout.isTTY === true ? cleanText(output) : output);
  if (given.text("schema") !== undefined) {
    if (data !== undefined) io.stdout.write(`${safe(JSON.stringify(data, null, 2))}\n`);
  } else if (given.has("quiet")) io.stdout.write(`${safe(text)}\n`);
}

/** Background work after the answer costs, too. */
function reportOverspending({ budget }: SessionOptions, io: Io): number {
  if (budget === undefined || !("track" in budget)) return EXIT.ok;
  const { limits, spending } = budget;
  if (limits.usd === undefined || spending.usd <= limits.usd) return EXIT.ok;
  io.stderr.write(`unspool: ${describeBudget(limits.usd, spending.usd)}\n`);
  return EXIT.budget;
}

function reportInterruption(session: Session, io: Io, renderer: LiveRenderer | undefined): number {
  if (renderer === undefined && session.id !== undefined) {
    io.stderr.write(`unspool: interrupted. The session is ${sanitizeLine(session.id)}; --resume goes on with it.\n`);
  }
  return EXIT.interrupted;
}

/** Errors that another command line would fix. */
const USAGE_CODES: ReadonlySet<string> = new Set(["invalid-option", "session-locked", "session-not-found"]);

/** Prints the error unless the view has shown it. Returns the exit code. */
function reportFailure(error: TurnError, io: Io, renderer: LiveRenderer | undefined): number {
  if (error.code === "claude-not-found") throw createNotFoundError(error);
  const isSeen = renderer !== undefined && (error.code === "turn-failed" || error.code === "interrupted");
  if (!isSeen) io.stderr.write(`unspool: ${cleanText(describeError(error))}\n`);
  if (error.code === "budget-exceeded") return EXIT.budget;
  if (USAGE_CODES.has(error.code)) return EXIT.usage;
  return error.outcome === "interrupted" ? EXIT.interrupted : EXIT.failed;
}

function createNotFoundError(cause: Error): UsageError {
  const advice = 'Without one: unspool run --simulate "…" plays a simulated answer, free.';
  return new UsageError(`${describeError(cause)} ${advice}`, EXIT.noClaude, { cause });
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

// One turn of a session of its own, in the form that was asked for: the live view, events, raw lines, data or the answer
// alone. The session is kept open until its background tasks have ended.

import {
  ClaudeError,
  createClaude,
  TurnError,
  type Session,
  type SessionOptions,
  type TransportFactory,
  type Warning,
} from "@unspool/client";
import type { Given } from "../cli/command.ts";
import { EXIT, UsageError, type Io } from "../cli/io.ts";
import { holdOpen, SYSTEM_CLOCK } from "../terminal/clock.ts";
import { jsonLine } from "../output/json-line.ts";
import { sanitize, sanitizeLine } from "../terminal/sanitize.ts";
import { clean } from "../view/text.ts";
import { viewChoices } from "../view/flags.ts";
import { createShow, type Show } from "../view/show.ts";
import { createKeyQuestions } from "./ask-by-key.ts";
import { budgetWords, failureWords, ownWords } from "./failure-words.ts";
import { readPrompt } from "./read-prompt.ts";

export async function runTurn(given: Given, io: Io, options: SessionOptions): Promise<number> {
  const { prompt, text, shown } = await readPrompt(
    {
      words: given.words,
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
  const show = isShown(given, io)
    ? createShow(io, {
        ...viewChoices(given),
        folder: io.cwd,
        now: () => SYSTEM_CLOCK.now(),
        hint: () => keys.hint() || "Ctrl-C interrupts",
        ...(given.text("permission") === "ask" ? keys.drawn : {}),
        resumeCommand: given.has("simulate") ? undefined : (id) => `unspool run --resume ${id} "…"`,
      })
    : undefined;
  if (show !== undefined) keys.use(show, interrupt);
  follow(session, given, io, show);
  show?.expect(text, shown);
  const letGo = holdOpen(SYSTEM_CLOCK);
  try {
    const result = await session.ask(prompt, { reject: false });
    if (!wasInterrupted) await Promise.race([session.idle().catch(() => undefined), aborted(io.signal)]);
    await session.close();
    show?.end();
    tellWarnings(session, result.warnings, io);
    if (wasInterrupted) return tellInterrupted(session, io, show);
    if (!(result instanceof TurnError)) {
      tellAnswer(given, io, result.text, result.data);
      return tellOverspent(options, io);
    }
    // It was over budget when it could not be stopped any more, and what was paid for is there.
    const data = session.state.ledger.turns.at(-1)?.structuredOutput;
    if (result.code === "budget-exceeded" && (result.text !== "" || data !== undefined))
      tellAnswer(given, io, result.text, data);
    return tellFailure(result, io, show);
  } catch (error) {
    show?.end();
    if (error instanceof ClaudeError && error.code === "claude-not-found") throw noClaude(error);
    throw error;
  } finally {
    io.signal.removeEventListener("abort", interrupt);
    letGo();
    await session.close();
  }
}

/** The view is for people: where stdout is for a program, it is left out. */
function isShown(given: Given, io: Io): boolean {
  if (given.has("json") || given.has("raw") || given.has("quiet")) return false;
  return given.text("schema") === undefined || io.stdout.isTTY === true;
}

function follow(session: Session, given: Given, io: Io, show: Show | undefined): void {
  const isJson = given.has("json");
  session.subscribe((event) => {
    show?.push(event);
    if (isJson) io.stdout.write(`${jsonLine(event, io.stdout)}\n`);
  });
}

/** Every byte as it came, on its way to the session; a terminal is not trusted with all of them. */
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

/** Asked for by us and not by the person: that an old CLI does not know it is no news. */
const OWN_OPTION = "`forwardAgentText`";

function tellWarnings({ recordingProblem }: Session, warnings: readonly Warning[], io: Io): void {
  const told = warnings.filter(({ code, message }) => code !== "recording-failed" && !message.includes(OWN_OPTION));
  for (const { message } of recordingProblem === undefined ? told : [...told, recordingProblem]) {
    io.stderr.write(`unspool: ${sanitizeLine(ownWords(message))}\n`);
  }
}

function tellAnswer(given: Given, io: Io, text: string, data: unknown): void {
  if (given.has("json") || given.has("raw")) return;
  const safe = (words: string): string => (io.stdout.isTTY === true ? clean(words) : words);
  if (given.text("schema") !== undefined) {
    if (data !== undefined) io.stdout.write(`${safe(JSON.stringify(data, null, 2))}\n`);
  } else if (given.has("quiet")) io.stdout.write(`${safe(text)}\n`);
}

/** What went on in the background after the answer costs too. */
function tellOverspent({ budget }: SessionOptions, io: Io): number {
  if (budget === undefined || !("track" in budget)) return EXIT.ok;
  const { limits, spending } = budget;
  if (limits.usd === undefined || spending.usd <= limits.usd) return EXIT.ok;
  io.stderr.write(`unspool: ${budgetWords(limits.usd, spending.usd)}\n`);
  return EXIT.budget;
}

function tellInterrupted(session: Session, io: Io, show: Show | undefined): number {
  if (show === undefined && session.id !== undefined) {
    io.stderr.write(`unspool: interrupted. The session is ${sanitizeLine(session.id)}; --resume goes on with it.\n`);
  }
  return EXIT.interrupted;
}

/** What another command line would mend. */
const USAGE_CODES: ReadonlySet<string> = new Set(["invalid-option", "session-locked", "session-not-found"]);

/** What the view has not shown already. */
function tellFailure(error: TurnError, io: Io, show: Show | undefined): number {
  if (error.code === "claude-not-found") throw noClaude(error);
  const isSeen = show !== undefined && (error.code === "turn-failed" || error.code === "interrupted");
  if (!isSeen) io.stderr.write(`unspool: ${clean(failureWords(error))}\n`);
  if (error.code === "budget-exceeded") return EXIT.budget;
  if (USAGE_CODES.has(error.code)) return EXIT.usage;
  return error.outcome === "interrupted" ? EXIT.interrupted : EXIT.failed;
}

function noClaude(cause: Error): UsageError {
  const advice = 'Without one: unspool run --simulate "…" plays a simulated answer, free.';
  return new UsageError(`${failureWords(cause)} ${advice}`, EXIT.noClaude, { cause });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

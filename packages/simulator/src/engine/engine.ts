// The state machine of the CLI in stream-json mode: reads and writes lines, and plays one turn after the other until
// the end of input, a signal or an unreadable line.

import { connectServers } from "./input/control-requests.ts";
import { readLine } from "./input/read-line.ts";
import { listHostServers } from "./tools/mcp.ts";
import { acceptPrompt, toPrompt } from "./input/accept-prompt.ts";
import { createSession, type Session } from "./sessions/session.ts";
import { reportIdle, reportRunning } from "./sessions/session-state.ts";
import { resumeDeferred, playTurn } from "./turn/play-turn.ts";
import type { Engine, EngineHost, EngineOptions } from "./sessions/options.ts";

const nothing = (): void => undefined;

export function createEngine(options: EngineOptions, host: EngineHost): Engine {
  const session = createSession(options, host);
  let end: (code: number) => void = nothing;
  let isOver = false;
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const finish = (code: number): void => {
    if (isOver) return;
    isOver = true;
    session.output.close();
    session.shutdown.abort();
    session.turn?.abort.abort();
    for (const { abort } of session.tasks.running) abort.abort();
    session.hostRequests.close();
    session.wake();
    end(code);
  };
  session.tasks.onWaiting = () => session.wake();
  run(session).then(finish, (error: unknown) => {
    host.writeStderr(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    finish(1);
  });

  return {
    input(line) {
      if (isOver || session.isInputOver) return;
      const fatal = readLine(session, line);
      if (fatal === undefined) return;
      host.writeStderr(`${fatal}\n`);
      finish(1);
    },
    prompt(text) {
      if (!isOver) acceptPrompt(session, toPrompt(text));
    },
    end() {
      session.isInputOver = true;
      session.hostRequests.close();
      session.wake();
    },
    signal(name) {
      if (name === "SIGTERM") return finish(143);
      const { turn } = session;
      if (turn === undefined || turn.cut !== undefined || !session.ordering.sigintWritesResult) return finish(0);
      session.isInterruptedBySignal = true;
      turn.cut = "interrupt";
      turn.abort.abort();
    },
    close: () => finish(1),
    ended,
  };
}

/** Plays turns until there is nothing left to wait for. Returns the exit code. */
async function run(session: Session): Promise<number> {
  // Lines that come together are all read before the first turn begins.
  await Promise.resolve();
  if (session.deferred !== undefined && session.quirks.has("obeysHookDefer")) {
    await waitForHost(session);
    if (session.shutdown.signal.aborted) return 1;
    reportRunning(session);
    await resumeDeferred(session, session.deferred);
    await session.output.drained();
    if (session.isInterruptedBySignal) return 0;
  }
  for (;;) {
    if (session.shutdown.signal.aborted) return 1;
    const entries = session.queue.take(session.ordering.mergesQueuedPrompts);
    if (entries.length > 0) {
      if (session.ordering.backgroundResults === "fatal" && entries[0]?.kind === "notice") {
        if (session.tasks.running.length > 0) continue;
        return failForNotice(session);
      }
      if (session.turnsDone === 0 && session.mcp.ready === undefined) {
        connectServers(session, session.mcp.add(listHostServers(session, undefined)), () => undefined);
      }
      reportRunning(session);
      await playTurn(session, entries);
      await session.output.drained();
      if (session.isInterruptedBySignal) return 0;
      continue;
    }
    reportIdle(session);
    if (session.tasks.step()) continue;
    const isWaitedFor = session.tasks.running.length > 0 && session.ordering.backgroundResults !== "with-prompt";
    if (session.isInputOver && !isWaitedFor) {
      await session.output.drained();
      return session.hasFailed ? 1 : 0;
    }
    await new Promise<void>((resolve) => {
      session.wake = resolve;
    });
    session.wake = () => undefined;
    await Promise.resolve();
  }
}

/** How long to wait for the host. A real CLI takes longer to start than a host needs to register its hooks. */
const HOST_TIMEOUT_MS = 1000;

async function waitForHost(session: Session): Promise<void> {
  const hasSpoken = (): boolean => session.initialized !== undefined || session.queue.size > 0 || session.isInputOver;
  const waiting = new AbortController();
  const isLate = session.host.sleep(HOST_TIMEOUT_MS, waiting.signal);
  while (!hasSpoken() && !session.shutdown.signal.aborted) {
    const woken = new Promise<"woken">((resolve) => {
      session.wake = () => resolve("woken");
    });
    if ((await Promise.race([woken, isLate])) !== "woken") break;
  }
  session.wake = () => undefined;
  waiting.abort();
}

/** Writes the failure of 2.0.76, which cannot read a notice in this mode and fails when the last agent has ended. */
function failForNotice(session: Session): number {
  const { lines, output } = session;
  const usage = { inputTokens: 0, outputTokens: 0, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };
  output.write(
    lines.result({
      outcome: { kind: "failed", errors: ["only prompt commands are supported in streaming mode"] },
      stopReason: null,
      turns: 0,
      durationMs: 0,
      apiDurationMs: 0,
      totalCostUsd: 0,
      usage,
      modelUsage: {},
      denials: [],
      resultIndex: session.results,
      userMessageUuids: [],
    }),
  );
  return 1;
}

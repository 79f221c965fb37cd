// Runs one session of the chaos run, and returns every violated rule.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillPlaceholders, loadReadyMade, type Scenario } from "@unspool/simulator";
import { createClaude } from "../../src/claude.ts";
import type { PermissionAnswer, PermissionRequest } from "../../src/control/permissions/types.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import { isGroupAlive } from "../../src/process/process-table.ts";
import type { Session } from "../../src/session/types.ts";
import { childProgram, simulatedProgram } from "../proof/fake-program.ts";
import { differenceFrom } from "../proof/written-output.ts";
import { Witness } from "../proof/witness.ts";
import { act, read, type Actor } from "./host.ts";
import { countingClock, Pending } from "./pending.ts";
import type { Plan } from "./plan.ts";

/** How long promises may take to settle after close. They settle at once unless the machine is busy. */
const SETTLING_MS = 3000;

export async function runPlan(plan: Plan): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "unspool-chaos-"));
  const scenario = fillPlaceholders(await loadReadyMade(plan.scenario), { cwd: folder });
  const make = plan.transport === "child" ? childProgram : simulatedProgram;
  const { version, faults, seed } = plan;
  const program = make({ scenario: withoutHost(scenario), version, faults, seed: seed % 2 ** 31 });
  const clock = countingClock();
  const pending = new Pending();
  const options: SessionOptions = {
    ...program.options,
    cwd: folder,
    clock,
    env: { ANTHROPIC_API_KEY: "made-up" },
    permissions: (request) => decide(plan, request),
    timeouts: { firstLineMs: 5000, silentMs: 500, afterToolResultMs: 500, afterEndOfTurnMs: 300, exitMs: 2000 },
    requestTimeoutMs: 800,
    shutdown: { graceMs: 250, killMs: 1000 },
    ...(plan.recovers ? { recover: "resume" as const } : {}),
    ...(plan.turnBudget === undefined ? {} : { budget: { messages: plan.turnBudget } }),
    ...(plan.records ? { record: { file: join(folder, "recording.ndjson"), redact: false } } : {}),
  };
  try {
    const problems = plan.isAsk
      ? await runAsk(plan, options, pending)
      : await runSession(plan, options, pending, program);
    const left = await pending.wait(SETTLING_MS);
    const alive = (): readonly number[] => program.pids().filter((pid) => isGroupAlive(pid));
    // The session of an ask ends by itself after its background tasks.
    if (plan.isAsk) await until(() => alive().length === 0 && clock.timers.length === 0, 10_000);
    return [
      ...problems,
      ...pending.problems,
      ...left.map((name) => `pending after close: ${name}`),
      ...alive().map((pid) => `the group ${pid} lives on`),
      ...clock.timers.map((timer) => `a timer is left: ${timer}`),
    ];
  } finally {
    program.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAsk(plan: Plan, options: SessionOptions, pending: Pending): Promise<readonly string[]> {
  const turn = createClaude(options).ask("Go on.");
  const settled = pending.track("ask", turn);
  void pending.track("reading ask", read(turn, plan.readers[0]!));
  const stop = setTimeout(() => void pending.track("interrupt", turn.interrupt()), plan.lifeMs);
  await settled;
  clearTimeout(stop);
  return [];
}

async function runSession(
  plan: Plan,
  options: SessionOptions,
  pending: Pending,
  program: ReturnType<typeof childProgram>,
): Promise<readonly string[]> {
  const session: Session = createClaude(options).session();
  const witness = new Witness(session);
  const actor: Actor = { session, plan, pending, witness, asked: 0, forks: [] };
  void pending.track("reading session.events", drain(session.events));
  let count = 0;
  const waiting = [...plan.actions].sort((a, b) => a.afterEvents - b.afterEvents);
  const actDue = (): void => {
    while (waiting[0] !== undefined && waiting[0].afterEvents <= count) {
      const { name, isInside } = waiting.shift()!;
      if (isInside) act(name, actor);
      else setImmediate(() => act(name, actor));
    }
  };
  session.subscribe(() => {
    count += 1;
    actDue();
  });
  for (let prompt = 0; prompt < plan.prompts; prompt += 1) act("ask", actor);
  actDue();
  await Promise.race([
    Promise.all(witness.turns.map(({ settled }) => settled)),
    new Promise((resolve) => setTimeout(resolve, plan.lifeMs)),
  ]);
  await end(plan, actor);
  await Promise.all(actor.forks.map((fork) => fork.close()));
  const unsettled = witness.turns.filter(({ turn }) => turn.status !== "ended").length;
  const readers = await within(SETTLING_MS, Promise.all(witness.turns.map(({ read: reading }) => reading)));
  const difference =
    actor.hasForked === true
      ? undefined
      : differenceFrom(await program.writtenOutputs(), witness.events, plan.recovers);
  return [
    ...(session.isClosed ? [] : ["the session is not closed after close()"]),
    ...(unsettled === 0 ? [] : [`${unsettled} turns have not ended`]),
    ...(readers ? [] : ["a reader of a turn waits for ever"]),
    ...(difference === undefined ? [] : [difference]),
    ...(await deafTurns(plan, witness)),
    ...witness.problems({ mayDropLast: await hasHostEnded(witness) }),
  ];
}

/** Whether the host or a watchdog ended a turn before the CLI did: later events of it belong to no turn. */
async function hasHostEnded({ turns }: Witness): Promise<boolean> {
  const settled = await Promise.all(turns.map(({ settled: one }) => one));
  return settled.some(
    ({ code }) => code !== undefined && code !== "turn-failed" && code !== "interrupted" && code !== "aborted",
  );
}

/** A CLI without a fault ends its turn when it is interrupted. */
async function deafTurns({ faults }: Plan, { turns }: Witness): Promise<readonly string[]> {
  if (faults.length > 0) return [];
  const messages = await Promise.all(turns.map(async ({ settled }) => (await settled).message));
  return messages.flatMap((message) => (message?.includes("of an interrupt") === true ? [message] : []));
}

async function end({ end: how, lifeMs }: Plan, { session, pending }: Actor): Promise<void> {
  if (how === "idle-first") await within(Math.min(lifeMs, 500), pending.track("idle", session.idle()));
  if (how === "close-twice") void pending.track("first close", session.close());
  if (how === "dispose") await session[Symbol.asyncDispose]();
  else await session.close();
}

function decide({ permission }: Plan, request: PermissionRequest): PermissionAnswer | Promise<PermissionAnswer> {
  if (permission === "deny") return request.deny("Not now.");
  if (permission === "throw") throw new Error("the host's own mistake");
  if (permission === "hang") return new Promise(() => undefined);
  if (permission === "slow") return new Promise((resolve) => setTimeout(() => resolve(request.allow()), 30));
  return request.allow();
}

/** Removes the host script, as the plan decides the host's answers. */
function withoutHost({ host: _host, ...scenario }: Scenario): Scenario {
  return scenario;
}

async function until(isReached: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isReached() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function within(ms: number, settled: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([settled.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

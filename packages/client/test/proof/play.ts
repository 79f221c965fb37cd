// Plays the host script of a scenario through the client: what the script writes on stdin is asked, steered, interrupted
// and resumed here, at the same moments.

import { originalOf, type Event, type JsonObject } from "@unspool/protocol";
import type { HostStep, Json, Scenario } from "@unspool/simulator";
import { createClaude } from "../../src/claude.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import type { Session } from "../../src/session/types.ts";
import { toSessionOptions } from "./host-options.ts";
import { Witness, type SettledTurn } from "./witness.ts";

export interface Played {
  /** Of all sessions, in order. */
  readonly events: readonly Event[];
  readonly turns: readonly (Omit<SettledTurn, "message"> & { readonly cause: string })[];
  readonly problems: readonly string[];
  readonly pids: readonly number[];
}

export interface PlayOptions {
  readonly scenario: Scenario;
  readonly options: SessionOptions;
  readonly signal: (name: "SIGINT" | "SIGTERM", session: Session) => void;
}

interface Stage {
  readonly session: Session;
  readonly witness: Witness;
  readonly over: Promise<unknown>;
  /** Events that steps before have looked at. */
  seen: number;
  /** Nothing but prompts since the last result. */
  isBetweenTurns: boolean;
}

export async function playThroughClient({ scenario, options, signal }: PlayOptions): Promise<Played> {
  const host = scenario.host ?? {
    steps: scenario.turns.flatMap((): HostStep[] => [{ user: "Go on." }, { wait: "result" }]),
  };
  const all: SessionOptions = {
    ...toSessionOptions(host),
    ...options,
    env: { ...toSessionOptions(host).env, ...options.env },
  };
  const claude = createClaude(all);
  const controls: Promise<unknown>[] = [];
  const stages: Stage[] = [];
  const pids = new Set<number>();
  const open = (session: Session): Stage => {
    const witness = new Witness(session);
    const over = untilClosed(session);
    const stage: Stage = { session, witness, over, seen: 0, isBetweenTurns: true };
    stages.push(stage);
    return stage;
  };
  const close = async ({ session }: Stage): Promise<void> => {
    if (session.pid !== undefined) pids.add(session.pid);
    await session.close();
  };

  let stage = open(claude.session());
  for (const [place, step] of host.steps.entries()) {
    if ("restart" in step) {
      const { id } = stage.session;
      await close(stage);
      if (step.restart === "fork") stage = open(await stage.session.fork());
      else stage = open(claude.session(step.restart === "continue" ? { continue: true } : { resume: id ?? "" }));
    } else {
      const isLast = host.steps.slice(place + 1).every((next) => "end" in next);
      await playStep(stage, step, { signal, controls, isLast });
    }
  }
  await close(stage);
  await Promise.all(controls);
  const turns = stages.flatMap(({ witness }) => witness.turns);
  await Promise.all(turns.map(({ read }) => read));
  return {
    events: stages.flatMap(({ witness }) => witness.events),
    turns: await Promise.all(
      turns.map(async ({ turn, settled }) => {
        const { outcome, code, text } = await settled;
        return { cause: turn.cause, outcome, code, text };
      }),
    ),
    problems: stages.flatMap(({ witness }) => witness.problems()),
    pids: [...pids],
  };
}

interface StepContext {
  readonly signal: PlayOptions["signal"];
  readonly controls: Promise<unknown>[];
  readonly isLast: boolean;
}

async function playStep(stage: Stage, step: HostStep, { signal, controls, isLast }: StepContext): Promise<void> {
  const { session, witness, over } = stage;
  if ("user" in step) {
    const when = stage.isBetweenTurns ? "queue" : "steer";
    witness.add(session.ask(step.user as string, { when, reject: false }));
  } else if ("control" in step) {
    const { subtype, ...payload } = step.control as JsonObject & { readonly subtype: string };
    const request = subtype === "interrupt" ? session.interrupt() : session.control(subtype, payload);
    // One that a version does not know is refused, or never answered.
    controls.push(request.catch(() => undefined));
  } else if ("wait" in step) {
    const pattern: Readonly<Record<string, Json>> = step.wait === "result" ? { type: "result" } : step.wait;
    for (let missing = step.count ?? 1; missing > 0; missing -= 1) {
      stage.seen = await witness.when((event) => fits(event, pattern), stage.seen, over);
    }
    stage.isBetweenTurns = pattern["type"] === "result" || pattern["type"] === "control_response";
  } else if ("quietMs" in step) {
    // Before an interrupt the model hangs already; at the end, what is still to come is waited for.
    if (isLast) await session.idle().catch(() => undefined);
  } else if ("signal" in step) {
    signal(step.signal, session);
    await over;
  }
}

/** Rejects when the session has ended, which an idle one does not do by itself. */
function untilClosed(session: Session): Promise<unknown> {
  return new Promise((resolve) => {
    void (async () => {
      for await (const _ of session.events);
      resolve(undefined);
    })();
  });
}

/** Whether the line of an event has these fields; dots go down. A finished line may bring nothing new: the event counts. */
function fits(event: Event, pattern: Readonly<Record<string, Json>>): boolean {
  if (pattern["type"] === "assistant") {
    const text = pattern["message.content.0.text"];
    return text === undefined ? event.type === "tool-call-end" : event.type === "text-end" && event.text === text;
  }
  const line = originalOf(event);
  return Object.entries(pattern).every(([path, value]) => {
    const found = path
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], line);
    return JSON.stringify(found) === JSON.stringify(value);
  });
}

// The actions of a host on a session, at any moment.

import type { Session } from "../../src/session/types.ts";
import type { Turn } from "../../src/turn/types.ts";
import type { Witness } from "../proof/witness.ts";
import type { Pending } from "./pending.ts";
import type { ActionName, Plan, Reader } from "./plan.ts";

export interface Actor {
  readonly session: Session;
  readonly plan: Plan;
  readonly pending: Pending;
  readonly witness: Witness;
  asked: number;
  hasForked?: boolean;
  readonly forks: Session[];
}

const controllers = new WeakMap<Turn<unknown, unknown>, AbortController>();

export function act(name: ActionName, actor: Actor): void {
  const { session, pending, witness } = actor;
  const last = witness.turns.at(-1)?.turn;
  const track = (given: PromiseLike<unknown>): void => void pending.track(name, given);
  switch (name) {
    case "ask":
    case "steer":
      ask(actor, name === "steer" ? "steer" : "queue");
      break;
    case "compact":
      take(actor, session.compact("Be short."));
      break;
    case "interrupt":
      track(session.interrupt());
      break;
    case "interrupt-all":
      track(session.interrupt({ cancelsQueue: true }));
      break;
    case "interrupt-turn":
      if (last !== undefined) track(last.interrupt());
      break;
    case "abort":
      if (last !== undefined) controllers.get(last)?.abort(new Error("enough"));
      break;
    case "close":
      track(session.close());
      break;
    case "setModel":
      track(session.setModel("haiku"));
      break;
    case "setPermissionMode":
      track(session.setPermissionMode("plan"));
      break;
    case "contextUsage":
      track(session.contextUsage());
      break;
    case "unknown-request":
      track(session.control("no_such_request", { value: 1 }));
      break;
    case "idle":
      track(session.idle());
      break;
    case "ready":
      track(session.ready());
      break;
    case "fork":
      track(fork(actor));
      break;
    case "read-late":
      if (last !== undefined) track(read(last, { kind: "events", leavesAfter: undefined, sleepsAfter: undefined }));
      break;
  }
}

function ask(actor: Actor, when: "queue" | "steer"): void {
  const { session, asked } = actor;
  const controller = new AbortController();
  const turn = session.ask(`Prompt ${asked}.`, { when, signal: controller.signal, reject: asked % 2 === 0 });
  controllers.set(turn, controller);
  take(actor, turn);
}

function take(actor: Actor, turn: Turn<unknown, unknown>): void {
  const { pending, witness, plan } = actor;
  const number = actor.asked;
  actor.asked += 1;
  witness.add(turn);
  void pending.track(`turn ${number}`, turn);
  void pending.track(`reading turn ${number}`, read(turn, plan.readers[number % plan.readers.length]!));
}

async function fork(actor: Actor): Promise<void> {
  if (actor.plan.records) return;
  const branch = await actor.session.fork();
  actor.hasForked = true;
  actor.forks.push(branch);
  await branch.ask("And here?", { reject: false });
  await branch.close();
}

export async function read(turn: Turn<unknown, unknown>, { kind, leavesAfter, sleepsAfter }: Reader): Promise<void> {
  if (kind === "none") return;
  const items: AsyncIterable<unknown> =
    kind === "events" ? turn : kind === "text" ? turn.textStream : turn.toReadableStream();
  let count = 0;
  for await (const _ of items) {
    count += 1;
    if (count === leavesAfter) return;
    if (count === sleepsAfter) await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

// No program outlives its host: when the host is told to end by a signal, throws, or exits, all live groups are ended.
// Listeners are there only while something lives. A host with listeners of its own for a signal decides by itself, and
// what is left is killed when it exits; a host without any ends by the signal as it would have without us.

import { SYSTEM_CLOCK, type Cancel, type Clock } from "../clock.ts";

export interface LiveGroup {
  /** Asks it to end. */
  terminate(): void;
  /** Ends it at once, synchronously, and removes what must not stay. */
  kill(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** From SIGTERM to SIGKILL when the host itself is to end: a person waits at the keyboard. */
const GRACE_MS = 1000;

const HEARING_MS = 100;

const live = new Set<LiveGroup>();
const listeners = new Map<string, () => void>();
let ending: { readonly signal: string; readonly clock: Clock; readonly cancel: Cancel } | undefined;

/** @returns how to forget it, once it is gone */
export function endWithHost(group: LiveGroup, clock: Clock = SYSTEM_CLOCK): () => void {
  live.add(group);
  if (live.size === 1 && listeners.size === 0) install(clock);
  return () => {
    if (!live.delete(group) || live.size > 0) return;
    if (ending === undefined) uninstallSoon();
    // Not before whoever is told of the end has put away what it has.
    else setImmediate(finish);
  };
}

/**
 * A signal that came during this round of the loop is caught, and Node tells it in the next one: with no listener left it
 * would be lost, and the host would live on. The first of the two ends this round, the second comes after the next.
 */
function uninstallSoon(): void {
  setImmediate(() => setImmediate(() => (live.size === 0 && ending === undefined ? uninstall() : undefined)));
}

function install(clock: Clock): void {
  process.on("exit", killAll);
  for (const signal of SIGNALS) {
    const listener = (): void => onSignal(signal, clock);
    listeners.set(signal, listener);
    // First, so that a listener of `process.once` is still there to be counted.
    process.prependListener(signal, listener);
  }
}

function uninstall(): void {
  process.off("exit", killAll);
  for (const [signal, listener] of listeners) process.off(signal, listener);
  listeners.clear();
}

function onSignal(signal: (typeof SIGNALS)[number], clock: Clock): void {
  if (process.listenerCount(signal) > 1 + politeListeners()) return;
  // Asked a second time: at once.
  if (ending !== undefined) {
    finish();
    return;
  }
  ending = { signal, clock, cancel: clock.after(GRACE_MS, finish, { keepsAlive: true }) };
  if (live.size === 0) finish();
  for (const group of live) group.terminate();
}

/**
 * The package signal-exit waits for others to act, as we do: it ends the process only if all listeners are its own. Two so
 * polite would make Ctrl-C do nothing. It keeps its count where other copies of itself can find it.
 */
function politeListeners(): number {
  const places: readonly unknown[] = [
    (process as unknown as Record<string, unknown>)["__signal_exit_emitter__"],
    (globalThis as Record<symbol, unknown>)[Symbol.for("signal-exit emitter")],
  ];
  return places.reduce<number>((sum, place) => {
    const count = (place as { count?: unknown } | undefined)?.count;
    return sum + (typeof count === "number" ? count : 0);
  }, 0);
}

/** Everybody is gone, or time is up: the host gets its signal again, and nobody of us in the way. */
function finish(): void {
  if (ending === undefined) return;
  const { signal, clock, cancel } = ending;
  ending = undefined;
  cancel();
  killAll();
  uninstall();
  process.kill(process.pid, signal);
  // Those who still listen hear it in a later round, and nothing else may keep the process until then.
  clock.after(HEARING_MS, () => undefined, { keepsAlive: true });
}

function killAll(): void {
  for (const group of live) group.kill();
  live.clear();
}

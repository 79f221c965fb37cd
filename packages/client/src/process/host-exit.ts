// Ends all live process groups when the host gets a signal, throws, or exits, so that no program outlives its host.
// Listeners are installed only while a group lives. A host with its own listeners for a signal decides itself, and the
// remaining groups are killed when it exits. A host without any ends by the signal, as it would without this package.

import { SYSTEM_CLOCK, type Cancel, type Clock } from "../clock.ts";

export interface LiveGroup {
  /** Sends SIGTERM. */
  terminate(): void;
  /** Ends the group at once, synchronously, and removes its private files. */
  kill(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** From SIGTERM to SIGKILL when the host itself ends. It is short, as a user waits at the keyboard. */
const GRACE_MS = 1000;

const HEARING_MS = 100;

const live = new Set<LiveGroup>();
const listeners = new Map<string, () => void>();
let ending: { readonly signal: string; readonly clock: Clock; readonly cancel: Cancel } | undefined;

/** Ends the group with the host. Returns a function that forgets the group once it is gone. */
export function endWithHost(group: LiveGroup, clock: Clock = SYSTEM_CLOCK): () => void {
  live.add(group);
  if (live.size === 1 && listeners.size === 0) install(clock);
  return () => {
    if (!live.delete(group) || live.size > 0) return;
    if (ending === undefined) uninstallSoon();
    // Later, so that the callbacks of the group's exit can clean up first.
    else setImmediate(finish);
  };
}

/**
 * Uninstalls the listeners after the next round of the event loop. Node reports a signal of this round in the next one;
 * without a listener it would be lost, and the host would live on.
 */
function uninstallSoon(): void {
  setImmediate(() => setImmediate(() => (live.size === 0 && ending === undefined ? uninstall() : undefined)));
}

function install(clock: Clock): void {
  process.on("exit", killAll);
  for (const signal of SIGNALS) {
    const listener = (): void => onSignal(signal, clock);
    listeners.set(signal, listener);
    // First in the list, so that a listener of `process.once` is still there to be counted.
    process.prependListener(signal, listener);
  }
}

function uninstall(): void {
  process.off("exit", killAll);
  for (const [signal, listener] of listeners) process.off(signal, listener);
  listeners.clear();
}

function onSignal(signal: (typeof SIGNALS)[number], clock: Clock): void {
  if (process.listenerCount(signal) > 1 + countSignalExitListeners()) return;
  // A second signal ends the host at once.
  if (ending !== undefined) {
    finish();
    return;
  }
  ending = { signal, clock, cancel: clock.after(GRACE_MS, finish, { keepsAlive: true }) };
  if (live.size === 0) finish();
  for (const group of live) group.terminate();
}

/**
 * Counts the listeners of the package signal-exit. It ends the process only if all listeners are its own, as we do. If both
 * waited for each other, Ctrl-C would do nothing. It keeps its count where other copies of itself can find it.
 */
function countSignalExitListeners(): number {
  const places: readonly unknown[] = [
    (process as unknown as Record<string, unknown>)["__signal_exit_emitter__"],
    (globalThis as Record<symbol, unknown>)[Symbol.for("signal-exit emitter")],
  ];
  return places.reduce<number>((sum, place) => {
    const count = (place as { count?: unknown } | undefined)?.count;
    return sum + (typeof count === "number" ? count : 0);
  }, 0);
}

/** Sends the signal to the host again, without our listeners. Called when all groups are gone, or after the grace period. */
function finish(): void {
  if (ending === undefined) return;
  const { signal, clock, cancel } = ending;
  ending = undefined;
  cancel();
  killAll();
  uninstall();
  process.kill(process.pid, signal);
  // Keeps the process alive until its other listeners get the signal, in a later round of the event loop.
  clock.after(HEARING_MS, () => undefined, { keepsAlive: true });
}

function killAll(): void {
  for (const group of live) group.kill();
  live.clear();
}

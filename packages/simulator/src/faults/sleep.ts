// Waiting in real time, for everything of the simulator that waits: delays at a speed, stalls, the stand-in API.

/** Real time. 0: until what was written has had a chance to leave. Resolves early when the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (ms === 0 || signal?.aborted === true) return void setImmediate(resolve);
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}

// Waits in real time, for delays at a speed, stalls and the model stub.

/** Waits. With 0, pending output is sent first. Resolves early when the signal is aborted. */
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

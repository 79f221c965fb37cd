// What a query ends with when its `abortController` was used.

export class AbortError extends Error {
  override readonly name: string = "AbortError";
  readonly code: string = "aborted";
}

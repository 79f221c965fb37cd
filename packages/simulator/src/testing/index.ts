// Helpers for tests with any runner: a fake `claude` on the PATH, and events for snapshots.

export { fakeClaude } from "./fake-claude.ts";
export type { FakeClaude, FakeClaudeCall, FakeClaudeOptions } from "./fake-claude.ts";
export type { Observed, ObservedCall } from "./observed.ts";
export { eventsOf, normalize, normalizeEvents } from "./normalize.ts";
export type { NormalizeOptions } from "./normalize.ts";

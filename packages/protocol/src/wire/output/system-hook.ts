// System lines about hooks that run inside the CLI. SessionStart and Setup are always reported; others need
// `--include-hook-events`.

import type { Open } from "../json.ts";
import type { HookEventName } from "../shared/hook.ts";
import type { SystemEnvelope } from "./envelope.ts";

/** The hook a line is about. */
interface HookLine<Subtype extends string> extends SystemEnvelope<Subtype> {
  /** @since 2.1.20 @checked optional */
  readonly hook_id?: string;
  /** @checked optional */
  readonly hook_name?: string;
  /** @checked optional */
  readonly hook_event?: Open<HookEventName>;
}

/** A hook began. @since 2.1.20 */
export type SystemHookStarted = HookLine<"hook_started">;

/** The output of a hook. */
interface HookPrinted<Subtype extends string> extends HookLine<Subtype> {
  readonly stdout?: string;
  readonly stderr?: string;
  /** Both, in the order they were printed. @since 2.1.20 */
  readonly output?: string;
}

/** A hook is still running. @since 2.1.120 */
export type SystemHookProgress = HookPrinted<"hook_progress">;

/** A hook ended. @since 2.0.30 */
export interface SystemHookResponse extends HookPrinted<"hook_response"> {
  readonly exit_code?: number;
  /** @since 2.1.20 */
  readonly outcome?: Open<"success" | "error" | "cancelled">;
}

/** System lines on hooks. */
export type SystemHookMessage = SystemHookStarted | SystemHookProgress | SystemHookResponse;

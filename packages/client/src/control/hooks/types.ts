// Hooks of the host: callbacks by event, with a matcher. Names and shapes are those of the wire.

import type { HookEventName, HookFailurePolicy, HookInput, HookOutput } from "@unspool/protocol/wire";

/** The input of one event. */
export type HookInputOf<Event extends HookEventName> = InputNamed<HookInput, Event>;

/** `Extract` would not find inputs that have several events. */
type InputNamed<Input extends HookInput, Event extends HookEventName> = Input extends unknown
  ? Event extends Input["hook_event_name"]
    ? Input & { readonly hook_event_name: Event }
    : never
  : never;

export interface HookContext {
  readonly toolUseId: string | undefined;
  /** Aborted when the CLI no longer waits. */
  readonly signal: AbortSignal;
}

/** Returning nothing or `{}` decides nothing. */
export type HookCallback<Event extends HookEventName = HookEventName> = (
  input: HookInputOf<Event>,
  context: HookContext,
) => HookOutput | undefined | void | Promise<HookOutput | undefined | void>;

export interface Hook<Event extends HookEventName = HookEventName> {
  /** Tool names or a pattern, as the CLI matches them. @default all */
  readonly matcher?: string;
  readonly run: HookCallback<Event>;
  /** How long the callback may take. @default 60000 */
  readonly timeoutMs?: number;
  /** What happens if the callback throws or takes too long: `continue` ignores the hook, `block` blocks the action. @default "continue" */
  readonly onFailure?: HookFailurePolicy;
}

/** One callback, one hook, or several, by event. */
export type HookCallbacks = {
  readonly [Event in HookEventName]?:
    | HookCallback<Event>
    | Hook<Event>
    | readonly (HookCallback<Event> | Hook<Event>)[];
};

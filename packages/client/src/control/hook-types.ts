// Hooks as a host writes them: callbacks by event, each with what it applies to. Names and shapes are the wire's own.

import type { HookEventName, HookFailurePolicy, HookInput, HookOutput } from "@unspool/protocol/wire";

/** The input of one event. */
export type HookInputOf<Event extends HookEventName> = InputNamed<HookInput, Event>;

/** Some inputs have several events, which `Extract` would not find. */
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

/** Nothing, or `{}`: go on. */
export type HookCallback<Event extends HookEventName = HookEventName> = (
  input: HookInputOf<Event>,
  context: HookContext,
) => HookOutput | undefined | void | Promise<HookOutput | undefined | void>;

export interface Hook<Event extends HookEventName = HookEventName> {
  /** Tool names or a pattern, as the CLI matches them. @default everything */
  readonly matcher?: string;
  readonly run: HookCallback<Event>;
  /** How long it may take. @default 60000 */
  readonly timeoutMs?: number;
  /** What a hook that throws or takes too long means: `continue` lets things go on, `block` does not. @default "continue" */
  readonly onFailure?: HookFailurePolicy;
}

/** One callback, one hook, or several, by event. */
export type HookCallbacks = {
  readonly [Event in HookEventName]?:
    | HookCallback<Event>
    | Hook<Event>
    | readonly (HookCallback<Event> | Hook<Event>)[];
};

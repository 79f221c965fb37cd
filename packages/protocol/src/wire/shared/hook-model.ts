// Inputs of the hooks around compaction and around a change of model.

import type { Json } from "../json.ts";
import type { CompactTrigger, HookInputBase } from "./hook-base.ts";

/** The context is about to be summarised. */
export interface PreCompactHookInput extends HookInputBase<"PreCompact"> {
  readonly trigger: CompactTrigger;
  /** The text after `/compact`, null when there was none. */
  readonly custom_instructions: string | null;
}

/** The context was summarised. */
export interface PostCompactHookInput extends HookInputBase<"PostCompact"> {
  readonly trigger: CompactTrigger;
  readonly compact_summary: string;
}

/** Inputs of the compaction hooks. */
export type CompactionHookInput = PreCompactHookInput | PostCompactHookInput;

/** A change of model, with what it would cost. Its fields are published without their types, so the doubtful ones stay `Json`. */
interface ModelSwitchInput<Name extends string> extends HookInputBase<Name> {
  readonly from_model: string | null;
  readonly to_model: string | null;
  readonly requested_model?: string | null;
  readonly source?: string;
  readonly context_tokens?: number | null;
  readonly prompt_cache_warm?: boolean | null;
  /** How long the cache is kept: a name (`5m`) or a number. */
  readonly cache_ttl?: Json;
  readonly estimated_cache_write_usd?: number | null;
  readonly pricing?: Json;
}

/** Before the model changes; the hook may refuse. */
export type PreModelSwitchHookInput = ModelSwitchInput<"PreModelSwitch">;

/** After the model changed. */
export type PostModelSwitchHookInput = ModelSwitchInput<"PostModelSwitch">;

/** Inputs of the model-switch hooks. */
export type ModelSwitchHookInput = PreModelSwitchHookInput | PostModelSwitchHookInput;

// What runs the turns of a map or a chain: a client, by the two things that are needed of it.

import type { AskOptions, TurnOptions } from "../options/types.ts";
import type { Prompt } from "../session/types.ts";
import type { Turn } from "../turn/types.ts";

export interface AskHost<Data> {
  ask(prompt: Prompt, options: AskOptions): Turn<Data>;
  /**
   * Together with its own defaults.
   * @param beside further names that are known where these options were given
   * @throws {ClaudeError} `invalid-option`
   */
  check(options: Omit<AskOptions, keyof TurnOptions>, beside: readonly string[]): void;
}

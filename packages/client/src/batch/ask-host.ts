// The part of a client that a map or a chain needs to run its turns.

import type { AskOptions, TurnOptions } from "../options/options.ts";
import type { Prompt } from "../session/types.ts";
import type { Turn } from "../turn/types.ts";

export interface AskHost<Data> {
  ask(prompt: Prompt, options: AskOptions): Turn<Data>;
  /**
   * Validates options together with the client's defaults.
   * @param beside further option names that are allowed there
   * @throws {ClaudeError} `invalid-option`
   */
  check(options: Omit<AskOptions, keyof TurnOptions>, beside: readonly string[]): void;
}

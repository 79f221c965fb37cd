// A tool call of the engine: the block of the scenario with the id and the input that the CLI gives it.

import type { Json } from "../../json.ts";
import type { ToolBlock } from "../../scenario/types.ts";

export interface ToolCall {
  readonly block: ToolBlock;
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** The text of an input that is not JSON. */
  readonly unparsed: string | undefined;
}

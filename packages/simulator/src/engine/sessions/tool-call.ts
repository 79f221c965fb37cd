// A call as the engine carries it out: the scenario's block with the id and the input that the CLI makes of it.

import type { Json } from "../../json.ts";
import type { ToolBlock } from "../../scenario/types.ts";

export interface ToolCall {
  readonly block: ToolBlock;
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** The bytes of an input that is no JSON. */
  readonly unparsed: string | undefined;
}

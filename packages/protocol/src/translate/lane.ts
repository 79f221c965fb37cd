// A lane is one agent's run of messages. Lines of many agents interleave, so every agent has its own, and within it
// several messages may be open at once. Only the latest are remembered: that bounds memory, and no CLI goes further back.

import type { JsonObject } from "../wire/json.ts";
import type { TokenUsage } from "./usage.ts";

const MAX_MESSAGES = 16;
const MAX_LANES = 256;

export type BlockKind = "text" | "thinking" | "tool" | "other";

/** One content block as far as it has come. */
export interface Block {
  readonly kind: BlockKind;
  /** Place in its message. */
  readonly number: number;
  /** The API's index, for blocks that come in pieces; -1 for the others. */
  readonly index: number;
  /** Text, thinking or input JSON sent on so far. */
  text: string;
  /** Tool use id and name; empty for other kinds. */
  readonly id: string;
  readonly name: string;
  /** The block as the wire last had it. */
  content: JsonObject;
  signature: string | undefined;
  /** A finished line has delivered it. */
  isConfirmed: boolean;
  /** Its content_block_stop has come. */
  isStopped: boolean;
  /** Its end has been sent. */
  isEnded: boolean;
  isAborted: boolean;
}

/** One message of the model. */
export interface Message {
  readonly id: string;
  /** The API named it; else `id` is made from the line number. */
  readonly hasWireId: boolean;
  readonly blocks: Block[];
  /** Between message_start and message_stop. */
  isStreaming: boolean;
  /** Its end has been sent. */
  isEnded: boolean;
  /** It and all its blocks have ended, and nothing has started since. */
  isSettled: boolean;
  /** Nothing can continue it any more, save lines that name its id. */
  isClosed: boolean;
  /** The CLI has taken it back. */
  isRetracted: boolean;
  model: string | undefined;
  stopReason: string | null;
  usage: TokenUsage | undefined;
  /** Ids of the lines that delivered it. */
  readonly uuids: Set<string>;
}

export interface Lane {
  readonly sessionId: string | undefined;
  readonly agent: string | null;
  /** The stream names parents, so lanes are trustworthy and one message ends where the next begins. */
  isExplicit: boolean;
  /** Oldest first. */
  readonly messages: Message[];
}

/** The text of a delta line around the parts that change, and what such a line means. */
export interface DeltaTemplate {
  /** From the start of the line to the opening quote of the text. */
  readonly head: string;
  /** From the closing quote of the text to the opening quote of the uuid. */
  readonly middle: string;
  /** From the closing quote of the uuid to the LF. */
  readonly tail: string;
  readonly lane: Lane;
  readonly message: Message;
  readonly block: Block;
  readonly sessionId: string;
}

/** The lane of an agent, made if need be. */
export function laneOf(lanes: Map<string, Lane>, sessionId: string | undefined, agent: string | null): Lane {
  const key = laneKey(sessionId, agent);
  let lane = lanes.get(key);
  if (lane === undefined) {
    lane = { sessionId, agent, isExplicit: false, messages: [] };
    lanes.set(key, lane);
  }
  return lane;
}

export function laneKey(sessionId: string | undefined, agent: string | null): string {
  // With its length in front, no session and agent can read like another pair.
  const session = `${sessionId?.length ?? "-"} ${sessionId ?? ""}`;
  return agent === null ? session : `${session} ${agent}`;
}

/** The oldest lane, if there are more than we keep. */
export function surplusLane(lanes: ReadonlyMap<string, Lane>): [key: string, lane: Lane] | undefined {
  return lanes.size > MAX_LANES ? lanes.entries().next().value : undefined;
}

/** The oldest message, if there are more than we keep. */
export function surplusMessage(lane: Lane): Message | undefined {
  return lane.messages.length > MAX_MESSAGES ? lane.messages.shift() : undefined;
}

/** A tool call and where it stands. */
export interface ToolCall {
  readonly lane: Lane;
  readonly block: Block;
}

/** The latest call in the recent messages of any lane that fits. */
export function findToolCall(lanes: Iterable<Lane>, fits: (block: Block) => boolean): ToolCall | undefined {
  for (const lane of lanes) {
    for (const message of lane.messages.toReversed()) {
      const block = message.blocks.findLast((candidate) => candidate.kind === "tool" && fits(candidate));
      if (block !== undefined) return { lane, block };
    }
  }
  return undefined;
}

export function holdsToolUse(message: Message, toolUseId: string): boolean {
  return message.blocks.some((block) => block.kind === "tool" && block.id === toolUseId);
}

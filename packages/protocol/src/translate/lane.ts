// A lane is one agent's run of messages. Lines of many agents interleave, so every agent has its own, and within it
// several messages may be open at once. Only the latest are remembered: that bounds memory, and no CLI goes further back.

import type { JsonObject } from "../wire/json.ts";
import type { TokenUsage } from "./usage.ts";

const MAX_MESSAGES = 16;
/** Characters in messages after one that is whole and calls no tool: then nobody comes back to it. */
const MAX_TEXT = 64 * 1024;
const MAX_LANES = 256;
/** How many blocks of one message are searched through: lists without end would be searched for every line. */
export const MAX_SEARCHED = 1024;

export type BlockKind = "text" | "thinking" | "tool" | "other";

/** One content block as far as it has come. */
export interface Block {
  readonly kind: BlockKind;
  /** Place in its message. */
  readonly number: number;
  /** The API's index, for blocks that come in pieces; -1 for the others. */
  index: number;
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
  /** How often pieces came after its end. */
  reopened: number;
  /** The next block of its message that no finished line had delivered when it was last looked for. */
  nextPending: Block | undefined;
}

/** One message of the model. */
export interface Message {
  readonly id: string;
  /** What the API calls it. Else `id` is made from the line number, and stays so if the API's name comes later. */
  wireId: string | undefined;
  readonly blocks: Block[];
  /** Those a finished line has delivered, as they came. */
  readonly confirmed: Block[];
  /** The first and the last of the others: a list in the order of their numbers, from which they go when it is read. */
  firstPending: Block | undefined;
  lastPending: Block | undefined;
  /** Those whose end has not been sent, in the order in which they began. */
  readonly open: Set<Block>;
  /** Tool uses by id, once there is one. */
  tools: Map<string, Block> | undefined;
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
  /** The last deltas of each kind of block. */
  readonly envelopes: Map<BlockKind, DeltaEnvelope>;
}

/** What stands around the text and the uuid in the delta lines of one kind. */
export interface DeltaEnvelope {
  readonly sessionId: string;
  /** The message the lines name, if they do. */
  readonly messageId: string | undefined;
  /** From the closing quote of the text to the opening quote of the uuid. */
  readonly middle: string;
  /** From the closing quote of the uuid to the LF. */
  readonly tail: string;
}

/** A delta line without its text and uuid, and what such a line means. */
export interface DeltaTemplate {
  /** Head, middle and tail, all of ASCII. */
  readonly sample: DataView;
  /** From the start of the line to the opening quote of the text. */
  readonly headLength: number;
  readonly middle: string;
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
    lane = { sessionId, agent, isExplicit: false, messages: [], envelopes: new Map() };
    lanes.set(key, lane);
  }
  return lane;
}

export function laneKey(sessionId: string | undefined, agent: string | null): string {
  // With its length in front, no session and agent can read like another pair.
  const session = `${sessionId?.length ?? "-"} ${sessionId ?? ""}`;
  return agent === null ? session : `${session} ${agent}`;
}

/** The oldest lane of an agent, if there are more than we keep; main agents go last, for they last longest. */
export function surplusLane(lanes: ReadonlyMap<string, Lane>): [key: string, lane: Lane] | undefined {
  if (lanes.size <= MAX_LANES) return undefined;
  const entries = [...lanes].slice(0, -1);
  return entries.find(([, lane]) => lane.agent !== null) ?? entries[0];
}

/** The message a stream event belongs to: newer CLIs name it, else it is the one under way in the lane. */
export function streamingMessage(lane: Lane, id: string | undefined): Message | undefined {
  return lane.messages.findLast((message) => (id === undefined ? message.isStreaming : message.wireId === id));
}

/**
 * Takes out the oldest messages, if there are more than we keep, or more text. Text that lives for long is moved about and
 * given back late: 1 GB of deltas took 80 MB more (Node 20).
 */
export function takeSurplus({ messages }: Lane): readonly Message[] {
  let text = 0;
  const lastBefore = messages.findLastIndex((message) => {
    if (text > MAX_TEXT) return true;
    for (const block of message.blocks) text += block.text.length;
    return false;
  });
  const isDone = (message: Message | undefined): boolean => message?.isSettled === true && message.tools === undefined;
  let count = Math.max(0, messages.length - MAX_MESSAGES);
  while (count <= lastBefore && isDone(messages[count])) count += 1;
  return messages.splice(0, count);
}

/** A tool call and where it stands. */
export interface ToolCall {
  readonly lane: Lane;
  readonly block: Block;
}

/** The latest call in the recent messages of any lane that fits. */
export function findToolCall(
  lanes: Iterable<Lane>,
  find: (message: Message) => Block | undefined,
): ToolCall | undefined {
  for (const lane of lanes) {
    for (const message of lane.messages.toReversed()) {
      const block = find(message);
      if (block !== undefined) return { lane, block };
    }
  }
  return undefined;
}

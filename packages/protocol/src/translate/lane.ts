// A lane is the sequence of messages of one agent. Lines of several agents interleave, so every agent has its own lane,
// and several messages of a lane may be open at once. Only the latest are remembered: that bounds memory, and no CLI
// refers further back.

import type { JsonObject } from "../wire/json.ts";
import type { TokenUsage } from "./usage.ts";

const MAX_MESSAGES = 16;
/** After this many characters of later messages, a message that is complete and calls no tool is forgotten. */
const MAX_TEXT = 64 * 1024;
const MAX_LANES = 256;
/** Maximum number of blocks of one message to search, because the search runs for every line. */
export const MAX_SEARCHED = 1024;

export type BlockKind = "text" | "thinking" | "tool" | "other";

/** One content block, as far as it has arrived. */
export interface Block {
  readonly kind: BlockKind;
  /** Position in its message, from 0. */
  readonly number: number;
  /** The API's index, for blocks that arrive in pieces; -1 for the others. */
  index: number;
  /** Text, thinking or input JSON sent so far. */
  text: string;
  /** Tool use id and name; empty for other kinds. */
  readonly id: string;
  readonly name: string;
  /** The content of the block in the last line that contained it. */
  content: JsonObject;
  signature: string | undefined;
  /** Whether a finished line has delivered it. */
  isConfirmed: boolean;
  /** Whether its content_block_stop has arrived. */
  isStopped: boolean;
  /** Whether its end has been sent. */
  isEnded: boolean;
  isAborted: boolean;
  /** How often pieces arrived after its end. */
  reopened: number;
  /** The next pending block of the message: a block that no finished line had delivered at the last search. */
  nextPending: Block | undefined;
}

/** One message of the model. */
export interface Message {
  readonly id: string;
  /** The API's id. Without one, `id` is made from the line number and stays so even if the API's id arrives later. */
  wireId: string | undefined;
  readonly blocks: Block[];
  /** Blocks that a finished line has delivered, in order of arrival. */
  readonly confirmed: Block[];
  /**
   * First and last of the pending blocks: a list ordered by `number`. Delivered blocks are removed when it is searched.
   */
  firstPending: Block | undefined;
  lastPending: Block | undefined;
  /** Blocks whose end has not been sent, in the order of their starts. */
  readonly open: Set<Block>;
  /** Tool uses by id; undefined until there is one. */
  tools: Map<string, Block> | undefined;
  /** Whether it is between message_start and message_stop. */
  isStreaming: boolean;
  /** Whether its end has been sent. */
  isEnded: boolean;
  /** Whether it and all its blocks have ended, and nothing has started since. */
  isSettled: boolean;
  /** Whether only lines that name its id can still continue it. */
  isClosed: boolean;
  /** Whether the CLI has retracted it. */
  isRetracted: boolean;
  model: string | undefined;
  stopReason: string | null;
  usage: TokenUsage | undefined;
  /** Uuids of the lines that delivered it. */
  readonly uuids: Set<string>;
}

export interface Lane {
  readonly sessionId: string | undefined;
  readonly agent: string | null;
  /** Whether the stream names parents. Then lanes are reliable, and a message ends where the next one begins. */
  isExplicit: boolean;
  /** Ordered from oldest to newest. */
  readonly messages: Message[];
  /** The envelope of the last delta line for each kind of block. */
  readonly envelopes: Map<BlockKind, DeltaEnvelope>;
}

/** The constant parts of the delta lines of one kind, around the text and the uuid. */
export interface DeltaEnvelope {
  readonly sessionId: string;
  /** The message id in the lines, if they have one. */
  readonly messageId: string | undefined;
  /** From the closing quote of the text to the opening quote of the uuid. */
  readonly middle: string;
  /** From the closing quote of the uuid to the LF. */
  readonly tail: string;
}

/** A delta line without its text and uuid, and the block that such a line belongs to. */
export interface DeltaTemplate {
  /** Head, middle and tail; all ASCII. */
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

/** Returns the lane of an agent. Creates it if it does not exist. */
export function getLane(lanes: Map<string, Lane>, sessionId: string | undefined, agent: string | null): Lane {
  const key = laneKey(sessionId, agent);
  let lane = lanes.get(key);
  if (lane === undefined) {
    lane = { sessionId, agent, isExplicit: false, messages: [], envelopes: new Map() };
    lanes.set(key, lane);
  }
  return lane;
}

export function laneKey(sessionId: string | undefined, agent: string | null): string {
  // The length prefix makes keys unambiguous: no two pairs of session and agent share one.
  const session = `${sessionId?.length ?? "-"} ${sessionId ?? ""}`;
  return agent === null ? session : `${session} ${agent}`;
}

/**
 * Returns the oldest lane if there are more than `MAX_LANES`. Main agents are chosen last, because they live longest.
 */
export function surplusLane(lanes: ReadonlyMap<string, Lane>): [key: string, lane: Lane] | undefined {
  if (lanes.size <= MAX_LANES) return undefined;
  const entries = [...lanes].slice(0, -1);
  return entries.find(([, lane]) => lane.agent !== null) ?? entries[0];
}

/**
 * Returns the message that a stream event belongs to. Newer CLIs name it; otherwise it is the one streaming in the
 * lane.
 */
export function streamingMessage(lane: Lane, id: string | undefined): Message | undefined {
  return lane.messages.findLast((message) => (id === undefined ? message.isStreaming : message.wireId === id));
}

/**
 * Removes and returns the oldest messages if there are too many messages or too much text. Long-lived text is copied by
 * the garbage collector and freed late: 1 GB of deltas took 80 MB more (Node 20).
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

/** A tool call and the lane it is in. */
export interface ToolCall {
  readonly lane: Lane;
  readonly block: Block;
}

/** Returns the latest matching call in the recent messages of any lane. */
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

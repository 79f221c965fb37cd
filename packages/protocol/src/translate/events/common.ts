// Fields that events have in common. The deltas of a block since its last start always join to the text of its end.

/** Fields of every event. */
export interface EventCommon {
  /** The agent: `null` for the main agent, otherwise the id of the tool use that started the agent. */
  readonly agent: string | null;
  /** Number of the line it came from, from 1. Blank lines count. */
  readonly line: number;
  /** The session id, once the stream has named it. */
  readonly sessionId?: string;
  /** The id of the wire line, if it has one. */
  readonly uuid?: string;
  /** Milliseconds since 1970: the time on the wire, or the decoder's `now`, or absent. */
  readonly at?: number;
}

/** Fields of every event that belongs to a message of the model. */
export interface InMessage extends EventCommon {
  /** The API's message id, or `line-N` if the stream has none. */
  readonly messageId: string;
}

/** Fields of every event that belongs to one content block. */
export interface InBlock extends InMessage {
  /** Position of the block in its message, from 0. */
  readonly block: number;
}

/** Start of a block. A second start of the same block discards what was sent of it: join deltas from the last start. */
export interface BlockStart extends InBlock {
  /** The finished block contradicts its deltas; it is now sent whole. */
  readonly restart?: true;
}

/** End of a block. */
export interface BlockEnd extends InBlock {
  /** The block was cut off by an interrupt, an error, or the end of the stream. */
  readonly aborted?: true;
}

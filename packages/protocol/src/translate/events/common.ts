// What events have in common. Joining the deltas of a block since its last start always gives its end.

/** What every event carries. */
export interface EventCommon {
  /** Who it is about: `null` for the main agent, else the id of the tool use that started the agent. */
  readonly agent: string | null;
  /** Number of the line it came from, from 1. Blank lines count. */
  readonly line: number;
  /** The session, once the stream has named it. */
  readonly sessionId?: string;
  /** The wire line's own id, where it has one. */
  readonly uuid?: string;
  /** Milliseconds since 1970: the wire's time, else the decoder's `now`, else absent. */
  readonly at?: number;
}

/** Fields of every event that belongs to a message of the model. */
export interface InMessage extends EventCommon {
  /** The API's message id, or `line-N` where the stream gives none. */
  readonly messageId: string;
}

/** Fields of every event that belongs to one content block. */
export interface InBlock extends InMessage {
  /** Place of the block in its message, from 0. */
  readonly block: number;
}

/** Start of a block. A second start of the same block takes back what was sent of it: join deltas from the last start. */
export interface BlockStart extends InBlock {
  /** The finished block contradicts its deltas; it now comes whole. */
  readonly restart?: true;
}

/** End of a block. */
export interface BlockEnd extends InBlock {
  /** Cut off: by an interrupt, an error, or the end of the stream. */
  readonly aborted?: true;
}

// The stream of one reply of the main agent: its events, its finished blocks, and the actions that wait for the next
// event or for the end of the message.

import type { ContentBlock, StreamEvent } from "@unspool/protocol/wire";
import { formatValue } from "../lines/fields.ts";
import type { AssistantExtras, MessageInfo, StreamExtras } from "../lines/lines.ts";
import { writeTurnLine, replayPrompts, type Turn } from "../sessions/turn-state.ts";

export interface OpenBlock {
  readonly index: number;
  readonly type: string;
  /** The whole text of a text block. */
  readonly text: string | undefined;
  /** Number of characters written. The pieces always join to the text. */
  writtenLength: number;
  /** Tokens of a thinking block, as the CLI estimates them. */
  tokens: number;
}

export interface ReplyStream {
  readonly turn: Turn;
  readonly message: MessageInfo;
  /** Number of content pieces so far. A broken connection breaks after a given number. */
  pieces: number;
  /** Number of finished blocks. */
  finished: number;
  open: OpenBlock | undefined;
  readonly lineUuids: string[];
  /** Writes an event, if stream events are on, and runs the actions that waited for it. */
  event(event: StreamEvent, more?: StreamExtras): void;
  /** Writes a finished block; `ended` is the message where its end is known. */
  block(block: ContentBlock, more?: AssistantExtras, ended?: MessageInfo): void;
  /** Runs the action after the next event, or in a microtask if the message is over. */
  schedule(action: () => void): Promise<void>;
  /** Resolves when the message is over or its rest will never come. */
  readonly ended: Promise<void>;
  end(): void;
}

const nothing = (): void => undefined;

export function openStream(turn: Turn, message: MessageInfo): ReplyStream {
  const { session } = turn;
  const waiting: (() => void)[] = [];
  let isOver = false;
  let end = nothing;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const wake = (): void => {
    for (const act of waiting.splice(0)) act();
  };
  return {
    turn,
    message,
    pieces: 0,
    finished: 0,
    open: undefined,
    lineUuids: [],
    event(event, more) {
      if (session.options.hasPartials) session.output.write(session.lines.streamEvent(event, message, more));
      if (waiting.length > 0) wake();
    },
    block(block, more, known = message) {
      replayPrompts(turn);
      const line = session.lines.assistant(known, block, undefined, { ...takeUuidFields(turn), ...more });
      this.lineUuids.push(formatValue(line["uuid"]));
      writeTurnLine(turn, line);
    },
    schedule(action) {
      if (isOver) return Promise.resolve().then(action);
      return new Promise((resolve) => {
        waiting.push(() => {
          action();
          resolve();
        });
      });
    },
    ended,
    end() {
      isOver = true;
      wake();
      end();
    },
  };
}

/** Returns the ids of the prompts for the first finished block of a turn. */
function takeUuidFields(turn: Turn): UuidFields {
  if (turn.hasSentUuidsInLine || turn.uuids.length === 0) return {};
  turn.hasSentUuidsInLine = true;
  return toUuidFields(turn);
}

type UuidFields = Pick<AssistantExtras, "user_message_uuid" | "user_message_uuids">;

export function toUuidFields({ uuids }: Turn): UuidFields {
  const last = uuids.at(-1);
  return last === undefined ? {} : { user_message_uuid: last, user_message_uuids: [...uuids] };
}

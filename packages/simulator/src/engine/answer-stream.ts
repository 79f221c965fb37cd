// The stream of one answer of the main agent while it comes in: events, finished blocks, and what waits for the next
// event or for the end of the message.

import type { Json, JsonObject } from "../json.ts";
import { shown } from "./fields.ts";
import type { MessageOfLine } from "./lines/lines.ts";
import { tell, replayPrompts, type Turn } from "./turn-state.ts";

export interface OpenBlock {
  readonly index: number;
  readonly type: string;
  /** Of a text block, and whole. */
  readonly text: string | undefined;
  /** How much of it was told: pieces always join to the text. */
  told: number;
  /** Of a thought, as the CLI guesses. */
  tokens: number;
}

export interface AnswerStream {
  readonly turn: Turn;
  readonly message: MessageOfLine;
  /** Content pieces so far: where a broken connection breaks. */
  pieces: number;
  /** Blocks that are whole. */
  finished: number;
  open: OpenBlock | undefined;
  readonly lineUuids: string[];
  /** Writes an event, if those are asked for, and lets what waited for it go on. */
  event(event: JsonObject, more?: JsonObject): void;
  /** Writes a finished block; `ended` is the message where its end is known. */
  block(block: JsonObject, more?: JsonObject, ended?: MessageOfLine): void;
  /** Acts after the next event; once the message is over, as soon as others had their turn. */
  later(action: () => void): Promise<void>;
  /** The message is over, or its rest will never come. */
  readonly ended: Promise<void>;
  end(): void;
}

const nothing = (): void => undefined;

export function openStream(turn: Turn, message: MessageOfLine): AnswerStream {
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
      const line = session.lines.assistant(known, block, undefined, { ...uuidsOnce(turn), ...more });
      this.lineUuids.push(shown(line["uuid"]));
      tell(turn, line);
    },
    later(action) {
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

/** The prompts' ids stand on the first finished block of a turn. */
function uuidsOnce(turn: Turn): JsonObject {
  if (turn.hasToldUuidsInLine || turn.uuids.length === 0) return {};
  turn.hasToldUuidsInLine = true;
  return uuidFields(turn);
}

export function uuidFields({ uuids }: Turn): JsonObject {
  const last: Json | undefined = uuids.at(-1);
  return last === undefined ? {} : { user_message_uuid: last, user_message_uuids: [...uuids] };
}

// Sees everything a session tells: its events, its turns, and each turn's own events. Afterwards it says what was lost,
// doubled, or told to the wrong one.

import type { Event } from "@unspool/protocol";
import type { Session } from "../../src/session/types.ts";
import { TurnError } from "../../src/turn/turn-error.ts";
import type { Turn } from "../../src/turn/types.ts";

export interface SeenTurn {
  readonly turn: Turn<unknown, unknown>;
  /** What a reader got that was there from the beginning. */
  readonly events: Event[];
  /** Never rejects. */
  readonly settled: Promise<SettledTurn>;
  readonly read: Promise<unknown>;
}

export interface SettledTurn {
  readonly outcome: string;
  readonly code: string | undefined;
  readonly text: string;
  /** Of the error. */
  readonly message: string | undefined;
}

export class Witness {
  readonly events: Event[] = [];
  readonly turns: SeenTurn[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(session: Session) {
    session.subscribe((event) => {
      this.events.push(event);
      for (const check of this.#waiting) check();
    });
    session.onTurn((turn) => this.add(turn));
  }

  add(turn: Turn<unknown, unknown>): SeenTurn {
    const events: Event[] = [];
    const read = (async () => {
      for await (const event of turn) events.push(event);
    })().catch((error: unknown) => error);
    const seen = { turn, events, read, settled: settle(turn) };
    this.turns.push(seen);
    return seen;
  }

  /** Resolves when one of the events has it, from a place on; also when the session is over. @returns the place after it */
  async when(isIt: (event: Event) => boolean, from: number, over: Promise<unknown>): Promise<number> {
    let place = from;
    let isOver = false;
    void over.then(() => {
      isOver = true;
      for (const check of this.#waiting) check();
      return undefined;
    });
    return new Promise((resolve) => {
      const check = (): void => {
        while (place < this.events.length) {
          place += 1;
          if (isIt(this.events[place - 1] as Event)) return done();
        }
        if (isOver) done();
      };
      const done = (): void => {
        this.#waiting.delete(check);
        resolve(place);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /**
   * After the end: what each turn was told, beside what the session was told.
   * @param mayDropLast what came after the last turn had ended may be nobody's
   */
  problems({ mayDropLast = false }: { readonly mayDropLast?: boolean } = {}): readonly string[] {
    const places = new Map(this.events.map((event, place) => [event, place]));
    const problems: string[] = [];
    const owned = new Set<Event>();
    for (const [number, { events }] of this.turns.entries()) {
      let last = -1;
      for (const event of events) {
        const place = places.get(event);
        if (place === undefined)
          problems.push(`turn ${number} was told an event that the session was not: ${event.type}`);
        else if (place <= last)
          problems.push(`turn ${number} was told event ${place} (${event.type}) twice or too late`);
        else last = place;
        owned.add(event);
      }
    }
    const lost = this.events.filter((event) => event.agent === null && OF_A_TURN.has(event.type) && !owned.has(event));
    if (lost.length > 0 && !mayDropLast) {
      problems.push(
        `${lost.length} events of turns were told to none: ${lost
          .map(({ type, line }) => `${type}@${line}`)
          .slice(0, 5)
          .join(", ")}`,
      );
    }
    return problems;
  }
}

/** What the main agent says and does is always of a turn; what others do in the background may come between two. */
const OF_A_TURN: ReadonlySet<string> = new Set([
  "message-start",
  "message-end",
  "text-start",
  "text-delta",
  "text-end",
  "thinking-delta",
  "tool-call-start",
  "tool-call-end",
  "tool-result",
  "turn-end",
]);

async function settle(turn: Turn<unknown, unknown>): Promise<SettledTurn> {
  try {
    const result: unknown = await turn;
    if (result instanceof TurnError) return failed(result as TurnError);
    const { outcome, text } = result as { readonly outcome: string; readonly text: string };
    return { outcome, code: undefined, text, message: undefined };
  } catch (error) {
    return failed(error as TurnError);
  }
}

function failed({ outcome, code, text, message }: TurnError): SettledTurn {
  return { outcome, code, text, message };
}

// The cells of streams. Streams are counted directly into cells, since a stream contains no copies of messages.

import { type Cell, createCell } from "./cells.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface StreamCells {
  list(session: Session): readonly Cell[];
  getSession(id: string): Session;
  /** @param tool empty for messages and turns */
  get(session: Session, day: string, agent: string, model: string, tool: string): Cell;
}

export function createStreamCells(sessions: Sessions): StreamCells {
  const bySession = new Map<Session, Map<string, Cell>>();
  return {
    list: (session) => [...(bySession.get(session)?.values() ?? [])],
    getSession: sessions.getLive,
    get(session, day, agent, model, tool) {
      const own = bySession.get(session) ?? new Map<string, Cell>();
      bySession.set(session, own);
      // Names contain no NUL.
      const key = [day, agent, model, tool].join("\0");
      let cell = own.get(key);
      if (cell === undefined) {
        cell = createCell({ session, day, agent, model, costStateCount: 0 }, "reported", tool);
        own.set(key, cell);
      }
      return cell;
    },
  };
}

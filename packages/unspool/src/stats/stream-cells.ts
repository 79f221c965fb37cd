// The cells of streams, which count in place: there is nothing to find again.

import { type Basis, type Cell, createCell } from "./cells.ts";
import type { Session, Sessions } from "./sessions.ts";

const TOLD: Basis = "told";

export interface StreamCells {
  of(session: Session): readonly Cell[];
  session(id: string): Session;
  /** @param tool empty for messages and turns */
  at(session: Session, day: string, agent: string, model: string, tool: string): Cell;
}

export function createStreamCells(sessions: Sessions): StreamCells {
  const bySession = new Map<Session, Map<string, Cell>>();
  return {
    of: (session) => [...(bySession.get(session)?.values() ?? [])],
    session: sessions.keep,
    at(session, day, agent, model, tool) {
      const own = bySession.get(session) ?? new Map<string, Cell>();
      bySession.set(session, own);
      // NUL stands in no name that a person gives.
      const key = [day, agent, model, tool].join("\0");
      let cell = own.get(key);
      if (cell === undefined) {
        cell = createCell({ session, day, agent, model, stretch: 0 }, TOLD, tool);
        own.set(key, cell);
      }
      return cell;
    },
  };
}

// Counts a stream of the CLI into cells. The totals of its results count, by difference: they include agents that are not
// shown and requests of the CLI's own. Messages count for models that no result covers, such as those after the last one.

import { createDecoder, type Event, type ToolResultEvent, type TurnEndEvent } from "@unspool/protocol";
import { stripContextWindow, toCount, toFields } from "../read/model-usage.ts";
import type { StreamConsumer } from "../read/stream-source.ts";
import type { Cell } from "./cells.ts";
import type { DayFormatter } from "./day.ts";
import type { Session } from "./sessions.ts";
import type { StreamCells } from "./stream-cells.ts";
import { createTurnLedger, type TurnLedger } from "./turn-ledger.ts";

export interface StreamOptions {
  /** Returns the time of the current line, if it was recorded. */
  readonly clock?: () => number | undefined;
  /** The time of streams without times, such as the modification time of the file. */
  readonly fallbackTime: number;
  /** The session id of streams without one. */
  readonly name: string;
}

interface OpenCall {
  readonly cell: Cell;
  readonly startedAt: number | undefined;
}

/** Number of calls that may wait for a result. No real stream has more at once. */
const MAX_OPEN = 10_000;
const SYNTHETIC = "<synthetic>";

export function createStreamTally(cells: StreamCells, formatDay: DayFormatter, options: StreamOptions): StreamConsumer {
  const open = new Map<string, OpenCall>();
  const seen = new Map<string, string>();
  const kinds = new Map<string, string>();
  const ledgers = new Map<string, TurnLedger>();
  let sessionId: string | undefined;
  let cwd = "";
  let at: number | undefined;

  const getSession = (): Session => {
    const own = cells.getSession(sessionId ?? options.name);
    if (own.project === "") own.project = cwd;
    return own;
  };
  const getDay = (): string => formatDay(at ?? options.fallbackTime) ?? "";
  const getAgentName = (agent: string | null): string => (agent === null ? "main" : (kinds.get(agent) ?? "agent"));
  const getCell = (agent: string | null, model: string, tool = ""): Cell =>
    cells.get(getSession(), getDay(), getAgentName(agent), model, tool);
  const getLedger = (): TurnLedger => {
    const id = sessionId ?? "";
    const known = ledgers.get(id) ?? createTurnLedger((agent, model) => getCell(agent, model), getAgentName);
    ledgers.set(id, known);
    return known;
  };

  function onEvent(event: Event): void {
    if (event.sessionId !== undefined) sessionId = event.sessionId;
    at = options.clock?.() ?? event.at ?? at;
    const own = getSession();
    if (at !== undefined) own.firstTime = Math.min(own.firstTime, at);
    switch (event.type) {
      case "session-init":
        cwd = event.cwd ?? cwd;
        getSession();
        break;
      case "message-end": {
        if (event.model === SYNTHETIC) break;
        const model = event.model ?? "unknown";
        if (!seen.has(event.messageId)) getCell(event.agent, model).messages += 1;
        seen.set(event.messageId, model);
        if (event.usage !== undefined) getLedger().addMessage(event.messageId, event.agent, model, event.usage);
        break;
      }
      case "message-start":
        if (event.model !== undefined && event.model !== SYNTHETIC) getLedger().model = event.model;
        if (event.agent !== null) getLedger().startMessage(event.messageId);
        break;
      case "tool-call-end":
        startCall(event.agent, event.toolUseId, event.name, event.input);
        break;
      case "tool-result":
        endCall(event.toolUseId, event.isError);
        reportAgent(event);
        break;
      case "turn-end":
        endTurn(event);
        break;
      default:
    }
  }

  function startCall(agent: string | null, id: string, name: string, input: unknown): void {
    if (open.has(id)) return;
    const own = getCell(agent, getLedger().model, name);
    own.calls += 1;
    const kind = (input as { readonly subagent_type?: unknown } | null)?.subagent_type;
    if (typeof kind === "string") remember(kinds, id, kind);
    remember(open, id, { cell: own, startedAt: at });
  }

  function endCall(id: string, isError: boolean): void {
    const call = open.get(id);
    if (call === undefined) return;
    open.delete(id);
    if (isError) call.cell.failures += 1;
    if (call.startedAt === undefined || at === undefined || at < call.startedAt) return;
    call.cell.timed += 1;
    call.cell.toolMs += at - call.startedAt;
  }

  /** Ignores an agent in the background: the result of its call comes before its own end. */
  function reportAgent({ toolUseId, structured }: ToolResultEvent): void {
    const { usage, totalTokens, resolvedModel } = toFields(structured);
    if (typeof totalTokens !== "number" || usage === undefined) return;
    const tokens = toFields(usage);
    getLedger().addAgentReport(
      toolUseId,
      typeof resolvedModel === "string" ? stripContextWindow(resolvedModel) : undefined,
      {
        inputTokens: toCount(tokens["input_tokens"]),
        outputTokens: toCount(tokens["output_tokens"]),
        cacheReadTokens: toCount(tokens["cache_read_input_tokens"]),
        cacheCreationTokens: toCount(tokens["cache_creation_input_tokens"]),
      },
    );
  }

  function endTurn(event: TurnEndEvent): void {
    getLedger().endTurn(event);
    seen.clear();
    getCell(null, "").turns += 1;
  }

  const decoder = createDecoder({ onEvent });
  return {
    push: (chunk) => decoder.push(chunk),
    end() {
      decoder.end();
      for (const one of ledgers.values()) one.close();
    },
  };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size === MAX_OPEN) map.delete(map.keys().next().value as string);
  map.set(key, value);
}

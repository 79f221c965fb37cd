// A stream of the CLI → cells. What its results report is what counts, by difference: it holds agents that are not shown
// and requests of the CLI's own. Messages count for models that no result tells of, such as those after the last one.

import { createDecoder, type Decoder, type Event, type ToolResultEvent, type TurnEndEvent } from "@unspool/protocol";
import type { Cell } from "./cells.ts";
import type { DayOf } from "./moment.ts";
import { fieldsOf, figureOf, withoutWindow } from "./reported.ts";
import type { Session } from "./sessions.ts";
import type { StreamCells } from "./stream-cells.ts";
import { createTurnLedger, type TurnLedger } from "./turn-ledger.ts";

export interface StreamReader {
  push(chunk: Uint8Array | string): void;
  end(): void;
}

export interface StreamOptions {
  /** When lines were said, where somebody noted it. */
  readonly clock?: () => number | undefined;
  /** For streams without times: when the file was written. */
  readonly fallbackTime: number;
  /** For streams without a session. */
  readonly name: string;
}

interface OpenCall {
  readonly cell: Cell;
  readonly startedAt: number | undefined;
}

/** Calls that wait for a result; more than this at once is no real stream. */
const MAX_OPEN = 10_000;
const SYNTHETIC = "<synthetic>";

export function createStreamReader(cells: StreamCells, dayOf: DayOf, options: StreamOptions): StreamReader {
  const open = new Map<string, OpenCall>();
  const seen = new Map<string, string>();
  const kinds = new Map<string, string>();
  const ledgers = new Map<string, TurnLedger>();
  let sessionId: string | undefined;
  let cwd = "";
  let at: number | undefined;

  const session = (): Session => {
    const own = cells.session(sessionId ?? options.name);
    if (own.project === "") own.project = cwd;
    return own;
  };
  const day = (): string => dayOf(at ?? options.fallbackTime) ?? "";
  const agentName = (agent: string | null): string => (agent === null ? "main" : (kinds.get(agent) ?? "agent"));
  const cell = (agent: string | null, model: string, tool = ""): Cell =>
    cells.at(session(), day(), agentName(agent), model, tool);
  const ledger = (): TurnLedger => {
    const id = sessionId ?? "";
    const known = ledgers.get(id) ?? createTurnLedger((agent, model) => cell(agent, model), agentName);
    ledgers.set(id, known);
    return known;
  };

  function onEvent(event: Event): void {
    if (event.sessionId !== undefined) sessionId = event.sessionId;
    at = options.clock?.() ?? event.at ?? at;
    const own = session();
    if (at !== undefined) own.firstTime = Math.min(own.firstTime, at);
    switch (event.type) {
      case "session-init":
        cwd = event.cwd ?? cwd;
        session();
        break;
      case "message-end": {
        if (event.model === SYNTHETIC) break;
        const model = event.model ?? "unknown";
        if (!seen.has(event.messageId)) cell(event.agent, model).messages += 1;
        seen.set(event.messageId, model);
        if (event.usage !== undefined) ledger().say(event.messageId, event.agent, model, event.usage);
        break;
      }
      case "message-start":
        if (event.model !== undefined && event.model !== SYNTHETIC) ledger().model = event.model;
        if (event.agent !== null) ledger().begin(event.messageId);
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
    const own = cell(agent, ledger().model, name);
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

  /** Not of one that runs on in the background: its call has ended before it has. */
  function reportAgent({ toolUseId, structured }: ToolResultEvent): void {
    const { usage, totalTokens, resolvedModel } = fieldsOf(structured);
    if (typeof totalTokens !== "number" || usage === undefined) return;
    const figures = fieldsOf(usage);
    ledger().report(toolUseId, typeof resolvedModel === "string" ? withoutWindow(resolvedModel) : undefined, {
      inputTokens: figureOf(figures["input_tokens"]),
      outputTokens: figureOf(figures["output_tokens"]),
      cacheReadTokens: figureOf(figures["cache_read_input_tokens"]),
      cacheCreationTokens: figureOf(figures["cache_creation_input_tokens"]),
    });
  }

  function endTurn(event: TurnEndEvent): void {
    ledger().end(event);
    seen.clear();
    cell(null, "").turns += 1;
  }

  const decoder: Decoder = createDecoder({ onEvent });
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

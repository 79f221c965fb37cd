// Entries of transcripts → cells. A message, a call or a prompt is counted once, in whatever order files are read: copies
// that a fork or a resumed session holds are known by their ids, and belong to the file that begins first.

import type { Cells, CostState, Session } from "./cells.ts";
import type { Entry } from "./entry.ts";
import { textAt } from "./json-bytes.ts";
import type { DayOf } from "./moment.ts";
import { createNames } from "./names.ts";
import { isPrompt } from "./of-cli.ts";
import { createCallClaims, type CallClaims } from "./tally-calls.ts";
import { createMessageClaims, type MessageClaims } from "./tally-messages.ts";
import { createPromptClaims } from "./tally-prompts.ts";
import { createOwners } from "./owners.ts";

/** A file that is read. */
export interface TallyFile {
  /** In the order of reading. */
  readonly place: number;
  /** The time of its first line that has one; NaN before it. */
  firstTime: number;
  /** When the file was made: decides between files that begin with the same copied line. */
  bornMs(): number;
  /** For lines that name no session. */
  readonly sessionId: string;
  /** For sessions that name no folder. */
  readonly project: string;
  /** A session's own file, in which its cost-states stand. */
  readonly isMain: boolean;
  /** What its agent is, if it is an agent's file and its lines do not tell. */
  agentKind(): string;
}

export interface Tally {
  readonly messages: MessageClaims;
  readonly calls: CallClaims;
  count(entry: Entry, bytes: Buffer, file: TallyFile): void;
  /** What the CLI had counted at this place of the session's file. */
  addCostState(state: CostState, sessionId: string): void;
}

const SYNTHETIC = "<synthetic>";

export function createTally(cells: Cells, dayOf: DayOf): Tally {
  const owners = createOwners();
  const messages = createMessageClaims(cells, owners);
  const calls = createCallClaims(cells, owners);
  const prompts = createPromptClaims(cells, owners);
  const names = createNames();

  let last: Session | undefined;
  function sessionOf(entry: Entry, bytes: Buffer, file: TallyFile): Session {
    const id = names.read(bytes, entry.session) || file.sessionId;
    const session = last?.id === id ? last : cells.session(id);
    last = session;
    if (session.project === "") session.project = names.read(bytes, entry.cwd) || file.project;
    return session;
  }

  function countAssistant(entry: Entry, bytes: Buffer, file: TallyFile): void {
    const model = names.read(bytes, entry.model);
    if (model === SYNTHETIC || (model === "" && !entry.hasUsage)) return;
    const session = sessionOf(entry, bytes, file);
    const day = dayOf(entry.time) ?? "";
    const agent = agentOf(entry, bytes, file);
    const stretch = stretchOf(session, entry, file);
    const cell = messages.claim(entry, bytes, file, { session, day, agent, model: model || "unknown", stretch });
    const { at: found, count } = entry.calls;
    for (let at = 0; at < count; at += 4) {
      const tool = names.readAt(bytes, found[at + 2] ?? 0, found[at + 3] ?? 0);
      calls.start(bytes, found[at] ?? 0, found[at + 1] ?? 0, file, entry.time, cell, tool);
    }
  }

  function agentOf(entry: Entry, bytes: Buffer, file: TallyFile): string {
    if (!entry.isOfAgent) return "main";
    return names.read(bytes, entry.agentKind) || file.agentKind();
  }

  function countUser(entry: Entry, bytes: Buffer, file: TallyFile): void {
    const { at: results, count } = entry.results;
    for (let at = 0; at < count; at += 3) {
      calls.end(bytes, results[at] ?? 0, results[at + 1] ?? 0, file, entry.time, results[at + 2] === 1);
    }
    if (count > 0 || entry.isMeta || entry.isOfAgent) return;
    if (names.read(bytes, entry.promptSource) === "system") return;
    if (!isPrompt(textsOf(entry, bytes), entry.others > 0)) return;
    const session = sessionOf(entry, bytes, file);
    const day = dayOf(entry.time) ?? "";
    prompts.claim(entry, bytes, file, cells.at({ session, day, agent: "main", model: "", stretch: 0 }, "told"));
  }

  return {
    messages,
    calls,
    count(entry, bytes, file) {
      owners.add(file);
      if (entry.type === "assistant") countAssistant(entry, bytes, file);
      else if (entry.type === "user") countUser(entry, bytes, file);
    },
    addCostState: (state, sessionId) => void cells.session(sessionId).costStates.push(state),
  };
}

function* textsOf(entry: Entry, bytes: Buffer): Iterable<string> {
  const { at: places, count } = entry.texts;
  for (let at = 0; at < count; at += 2) yield textAt(bytes, places[at] ?? 0, places[at + 1] ?? 0);
}

/** How many cost-states came before: by place in the session's own file, by time in an agent's. */
function stretchOf({ costStates }: Session, entry: Entry, file: TallyFile): number {
  if (file.isMain || costStates.length === 0) return costStates.length;
  let stretch = 0;
  while (stretch < costStates.length && (costStates[stretch]?.time ?? 0) < entry.time) stretch += 1;
  return stretch;
}

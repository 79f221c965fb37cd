// Entries of transcripts → rows. A message, a call or a prompt is counted once, in whatever order files are read: copies
// that a fork or a resumed session holds are known by their ids, and belong to the file that begins first.

import type { Cell } from "./cells.ts";
import type { Entry } from "./entry.ts";
import { textAt } from "./json-bytes.ts";
import type { DayOf } from "./moment.ts";
import { createNames } from "./names.ts";
import { isPrompt } from "./of-cli.ts";
import { createCallClaims, type CallClaims } from "./tally-calls.ts";
import { createMessageClaims, type MessageClaims } from "./tally-messages.ts";
import { createPromptClaims, type PromptClaims } from "./tally-prompts.ts";
import { createOwners } from "./owners.ts";
import type { Paths } from "./texts.ts";
import type { CostState } from "./cost-states.ts";
import type { Sessions } from "./sessions.ts";
import { createSpots, type Spots } from "./spots.ts";

/** A file that is read. */
export interface TallyFile {
  /** In the order of reading. */
  readonly place: number;
  /** The time of its first line that has one; NaN before it. */
  firstTime: number;
  /** For lines that name no session. */
  readonly sessionId: string;
  /** For sessions that name no folder. */
  readonly project: string;
  /** A session's own file, in which its cost-states stand. */
  readonly isMain: boolean;
  /** What its agent is, if it is an agent's file and its lines do not tell. */
  agentKind(): string;
}

/** Things that are counted, numbered from 0. */
export interface Rows {
  readonly size: number;
  spotOf(row: number): number;
  addTo(cell: Cell, row: number): void;
}

export interface Tally {
  readonly spots: Spots;
  readonly messages: MessageClaims;
  readonly calls: CallClaims;
  readonly prompts: PromptClaims;
  count(entry: Entry, bytes: Buffer, file: TallyFile): void;
  /** What the CLI had counted at this place of the session's file. */
  addCostState(state: CostState, sessionId: string): void;
}

const SYNTHETIC = "<synthetic>";

/** @param paths of all files, by their place */
export function createTally(sessions: Sessions, dayOf: DayOf, paths: Paths): Tally {
  const owners = createOwners(paths);
  const spots = createSpots();
  const messages = createMessageClaims(sessions, spots, owners);
  const calls = createCallClaims(owners);
  const prompts = createPromptClaims(owners);
  const names = createNames();

  function sessionOf(entry: Entry, bytes: Buffer, file: TallyFile): number {
    const session = sessions.numberOf(names.read(bytes, entry.session) || file.sessionId);
    if (!sessions.hasProject(session)) sessions.setProject(session, names.read(bytes, entry.cwd) || file.project);
    return session;
  }

  function countAssistant(entry: Entry, bytes: Buffer, file: TallyFile): void {
    const model = names.read(bytes, entry.model);
    if (model === SYNTHETIC || (model === "" && !entry.hasUsage)) return;
    const session = sessionOf(entry, bytes, file);
    const day = dayOf(entry.time) ?? "";
    const agent = agentOf(entry, bytes, file);
    const { costStates } = sessions;
    // By place in the session's own file, by time in an agent's.
    const stretch = file.isMain ? costStates.countOf(session) : costStates.countBefore(session, entry.time);
    const own = spots.at(session, day, agent, model || "unknown", stretch);
    const spot = messages.claim(entry, bytes, file, own);
    const { at: found, count } = entry.calls;
    for (let at = 0; at < count; at += 4) {
      const tool = names.readAt(bytes, found[at + 2] ?? 0, found[at + 3] ?? 0);
      calls.start(bytes, found[at] ?? 0, found[at + 1] ?? 0, file, entry.time, spot, tool);
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
    prompts.claim(entry, bytes, file, spots.at(session, day, "main", "", 0));
  }

  return {
    spots,
    messages,
    calls,
    prompts,
    count(entry, bytes, file) {
      owners.add(file);
      if (entry.type === "assistant") countAssistant(entry, bytes, file);
      else if (entry.type === "user") countUser(entry, bytes, file);
    },
    addCostState: (state, sessionId) => sessions.costStates.add(sessions.numberOf(sessionId), state),
  };
}

function* textsOf(entry: Entry, bytes: Buffer): Iterable<string> {
  const { at: places, count } = entry.texts;
  for (let at = 0; at < count; at += 2) yield textAt(bytes, places[at] ?? 0, places[at + 1] ?? 0);
}

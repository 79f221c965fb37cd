// Counts the entries of transcripts. A message, a call or a prompt counts once, in whatever order files are read: copies in a
// fork or a resumed session are recognized by their ids, and belong to the file that starts first.

import type { TranscriptFile, TranscriptHandlers } from "../read/transcript-reader.ts";
import { decodeString } from "../scan/entry-scanner.ts";
import type { Entry } from "../scan/entry.ts";
import type { StringList } from "../store/string-arena.ts";
import { type CallTally, createCallTally } from "./call-tally.ts";
import type { DayFormatter } from "./day.ts";
import { createFileOwners } from "./file-owners.ts";
import { createGroupKeys, type GroupKeys } from "./group-keys.ts";
import { createMessageTally, type MessageTally } from "./message-tally.ts";
import { createPromptTally, type PromptTally } from "./prompt-tally.ts";
import type { Sessions } from "./sessions.ts";
import { createStringCache } from "./string-cache.ts";

export interface Tally extends TranscriptHandlers {
  readonly groupKeys: GroupKeys;
  readonly messages: MessageTally;
  readonly calls: CallTally;
  readonly prompts: PromptTally;
}

const SYNTHETIC = "<synthetic>";
/** The start of user lines that the CLI wrote, not a person. Many versions do not flag them. */
const WRITTEN_BY_CLI =
  /^\s*(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-(?:input|stdout|stderr)|system-reminder)>|\[Request interrupted by user|Caveat: The messages below|This session is being continued from a previous conversation)/;

/** @param paths of all files, by index */
export function createTally(sessions: Sessions, formatDay: DayFormatter, paths: StringList): Tally {
  const owners = createFileOwners(paths);
  const groupKeys = createGroupKeys();
  const messages = createMessageTally(sessions, groupKeys, owners);
  const calls = createCallTally(owners);
  const prompts = createPromptTally(owners);
  const strings = createStringCache();

  function findSession(entry: Entry, bytes: Buffer, file: TranscriptFile): number {
    const session = sessions.add(strings.read(bytes, entry.session) || file.sessionId);
    if (!sessions.hasProject(session)) sessions.setProject(session, strings.read(bytes, entry.cwd) || file.project);
    return session;
  }

  function countAssistant(entry: Entry, bytes: Buffer, file: TranscriptFile): void {
    const model = strings.read(bytes, entry.model);
    if (model === SYNTHETIC || (model === "" && !entry.hasUsage)) return;
    const session = findSession(entry, bytes, file);
    const day = formatDay(entry.time) ?? "";
    const agent = entry.isSidechain ? strings.read(bytes, entry.agentKind) || file.agentKind() : "main";
    const { costStates } = sessions;
    // By position in the session's own file, by time in an agent's.
    const costStateCount = file.isMain ? costStates.getCount(session) : costStates.countBefore(session, entry.time);
    const own = groupKeys.add(session, day, agent, model || "unknown", costStateCount);
    const group = messages.add(entry, bytes, file, own);
    const { at: offsets, count } = entry.calls;
    for (let at = 0; at < count; at += 4) {
      const tool = strings.readAt(bytes, offsets[at + 2] ?? 0, offsets[at + 3] ?? 0);
      calls.start(bytes, offsets[at] ?? 0, offsets[at + 1] ?? 0, file, entry.time, group, tool);
    }
  }

  function countUser(entry: Entry, bytes: Buffer, file: TranscriptFile): void {
    const { at: results, count } = entry.results;
    for (let at = 0; at < count; at += 3) {
      calls.end(bytes, results[at] ?? 0, results[at + 1] ?? 0, file, entry.time, results[at + 2] === 1);
    }
    if (count > 0 || entry.isMeta || entry.isSidechain) return;
    if (strings.read(bytes, entry.promptSource) === "system" || !isPrompt(entry, bytes)) return;
    const session = findSession(entry, bytes, file);
    prompts.add(entry, bytes, file, groupKeys.add(session, formatDay(entry.time) ?? "", "main", "", 0));
  }

  return {
    groupKeys,
    messages,
    calls,
    prompts,
    onEntry(entry, bytes, file) {
      owners.add(file);
      if (entry.type === "assistant") countAssistant(entry, bytes, file);
      else if (entry.type === "user") countUser(entry, bytes, file);
    },
    onCostState: (state, sessionId) => sessions.costStates.add(sessions.add(sessionId), state),
  };
}

/** Whether a person wrote the line: the first text that is not blank decides. */
function isPrompt(entry: Entry, bytes: Buffer): boolean {
  const { at: offsets, count } = entry.texts;
  for (let at = 0; at < count; at += 2) {
    const text = decodeString(bytes, offsets[at] ?? 0, offsets[at + 1] ?? 0);
    if (text.trim() !== "") return !WRITTEN_BY_CLI.test(text);
  }
  return entry.otherBlocks > 0;
}

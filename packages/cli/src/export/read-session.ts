// Reads a session for export from a file, stdin, or the sessions on this machine: its final state, notes and durations.

import { resolve } from "node:path";
import { decode, endSession, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { UsageError, type Io } from "../cli/io.ts";
import { openSessions } from "../sessions/find-session.ts";
import { findSource } from "../source/find-source.ts";
import { openSource } from "../source/open-source.ts";
import { rejectOwnEvents } from "../source/own-events.ts";
import { tryStat } from "../source/try-stat.ts";
import { unwrapRecording } from "../source/unwrap-recording.ts";
import { createCallTimer, type CallTimer } from "../view/content/call-duration.ts";
import { createTranscriptState, readTranscriptEntry } from "../view/content/transcript.ts";
import { toNote, type Note } from "./notes.ts";
import { insertPrompts } from "./recorded-prompts.ts";
import { listAgentFiles } from "../source/agent-files.ts";

export interface ReadSession {
  readonly state: SessionState;
  readonly notes: readonly Note[];
  readonly durations: CallTimer;
  /** The file it was read from, if it can be read again. */
  readonly file: string | undefined;
}

/** @throws {UsageError} if the source contains no session */
export async function readSession(word: string, io: Io): Promise<ReadSession> {
  let state = initialState();
  const notes: Note[] = [];
  const durations = createCallTimer();
  const transcript = createTranscriptState();
  const source = await findSource(word, io);
  const file = findFile(source, io);
  for await (const event of await openEvents(source, file, word, io)) {
    if (io.signal.aborted) break;
    state = reduce(state, event);
    durations.push(event);
    readTranscriptEntry(transcript, event);
    const note = toNote(event, state);
    if (note !== undefined) notes.push(note);
  }
  state = endSession(state);
  if (
    !io.signal.aborted &&
    state.main.messages.length === 0 &&
    state.ledger.turns.length === 0 &&
    state.agents.size === 0
  ) {
    throw new UsageError(
      `There is no session in ${describeSource(word)}: it takes stream-json, a recording, or a transcript.`,
    );
  }
  const { cwd, version } = transcript;
  const setup = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(version === undefined ? {} : { version }),
    ...state.setup,
  };
  return { state: { ...state, setup }, notes, durations, file };
}

async function openEvents(
  source: string,
  file: string | undefined,
  word: string,
  io: Io,
): Promise<AsyncIterable<Event>> {
  // The agents of a session have their own files.
  if (file !== undefined && listAgentFiles(file).length > 0) return (await openSessions(io)).read({ file }).events;
  const bytes = rejectOwnEvents(openSource(source, io, { isRaw: true }), word === "-" ? "stdin" : word);
  return decode(unwrapRecording(insertPrompts(bytes)));
}

/** Returns the path of a regular file. A pipe can be read only once. */
function findFile(source: string, { cwd }: Io): string | undefined {
  const file = resolve(cwd, source);
  return source !== "-" && tryStat(file)?.isFile() === true ? file : undefined;
}

function describeSource(word: string): string {
  return word === "-" ? "what came on stdin" : word;
}

// What is to be exported → the session's state and the notes on the way: a file, stdin, or a session of this machine.

import { resolve } from "node:path";
import { decode, endSession, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { UsageError, type Io } from "../cli/io.ts";
import { sessionsOf } from "../sessions/find-session.ts";
import { findSource } from "../source/find-source.ts";
import { openSource } from "../source/open-source.ts";
import { refuseOwnEvents } from "../source/own-events.ts";
import { statOf } from "../source/stat-of.ts";
import { unwrapRecording } from "../source/unwrap-recording.ts";
import { createCallClock, type CallClock } from "../view/call-duration.ts";
import { createTranscriptState, readTranscriptEntry } from "../view/transcript.ts";
import { noteOf, type Note } from "./notes.ts";
import { tellPrompts } from "./recorded-prompts.ts";
import { agentFilesOf } from "./session-files.ts";

export interface ReadSession {
  readonly state: SessionState;
  readonly notes: readonly Note[];
  readonly durations: CallClock;
  /** Where it was read from, if that can be read again. */
  readonly file: string | undefined;
}

/** @throws {UsageError} if there is nothing of a session in it */
export async function readSession(word: string, io: Io): Promise<ReadSession> {
  let state = initialState();
  const notes: Note[] = [];
  const durations = createCallClock();
  const transcript = createTranscriptState();
  const source = await findSource(word, io);
  const file = fileOf(source, io);
  for await (const event of await eventsOf(source, file, word, io)) {
    if (io.signal.aborted) break;
    state = reduce(state, event);
    durations.push(event);
    readTranscriptEntry(transcript, event);
    const note = noteOf(event, state);
    if (note !== undefined) notes.push(note);
  }
  state = endSession(state);
  if (
    !io.signal.aborted &&
    state.main.messages.length === 0 &&
    state.ledger.turns.length === 0 &&
    state.agents.size === 0
  ) {
    throw new UsageError(`There is no session in ${nameOf(word)}: it takes stream-json, a recording, or a transcript.`);
  }
  const { cwd, version } = transcript;
  const setup = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(version === undefined ? {} : { version }),
    ...state.setup,
  };
  return { state: { ...state, setup }, notes, durations, file };
}

async function eventsOf(source: string, file: string | undefined, word: string, io: Io): Promise<AsyncIterable<Event>> {
  // A session's agents have files of their own, which belong to it.
  if (file !== undefined && agentFilesOf(file).length > 0) return (await sessionsOf(io)).read({ file }).events;
  const bytes = refuseOwnEvents(openSource(source, io, { isRaw: true }), word === "-" ? "stdin" : word);
  return decode(unwrapRecording(tellPrompts(bytes)));
}

/** A pipe is there only once. */
function fileOf(source: string, { cwd }: Io): string | undefined {
  const file = resolve(cwd, source);
  return source !== "-" && statOf(file)?.isFile() === true ? file : undefined;
}

function nameOf(word: string): string {
  return word === "-" ? "what came on stdin" : word;
}

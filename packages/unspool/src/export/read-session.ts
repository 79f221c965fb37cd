// What is to be exported → the session's state and the notes on the way: a file, stdin, or a session of this machine.

import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Transcripts } from "@unspool/client";
import { decode, endSession, initialState, reduce, type Event, type SessionState } from "@unspool/protocol";
import { UsageError, type Io } from "../cli/io.ts";
import { openSource } from "../source/open-source.ts";
import { unwrapRecording } from "../source/unwrap-recording.ts";
import { noteOf, type Note } from "./notes.ts";
import { tellPrompts } from "./recorded-prompts.ts";

export interface ReadSession {
  readonly state: SessionState;
  readonly notes: readonly Note[];
}

const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws {UsageError} if there is nothing of a session in it */
export async function readSession(word: string, io: Io): Promise<ReadSession> {
  let state = initialState();
  const notes: Note[] = [];
  for await (const event of await eventsOf(word, io)) {
    if (io.signal.aborted) break;
    state = reduce(state, event);
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
  return { state, notes };
}

async function eventsOf(word: string, io: Io): Promise<AsyncIterable<Event>> {
  if (word === "-") return decode(unwrapRecording(tellPrompts(openSource(word, io, { isRaw: true }))));
  const file = resolve(io.cwd, word);
  const isFile = existsSync(file);
  if (!isFile && SESSION_ID.test(word)) return (await sessionsOf(io)).read(word).events;
  // A session's agents have files of their own, which belong to it.
  if (isFile && hasAgentFiles(file)) return (await sessionsOf(io)).read({ file }).events;
  return decode(unwrapRecording(tellPrompts(openSource(word, io, { isRaw: true }))));
}

async function sessionsOf({ env }: Io): Promise<Transcripts> {
  const { createClaude } = await import("@unspool/client");
  const { CLAUDE_CONFIG_DIR } = env;
  return createClaude(CLAUDE_CONFIG_DIR === undefined ? {} : { env: { CLAUDE_CONFIG_DIR } }).sessions;
}

function hasAgentFiles(file: string): boolean {
  return file.endsWith(".jsonl") && existsSync(join(dirname(file), basename(file, ".jsonl"), "subagents"));
}

function nameOf(word: string): string {
  return word === "-" ? "what came on stdin" : word;
}

// The sessions that Claude Code has kept on this machine: list, read, search. Reading only; nothing is ever changed.

import { homedir } from "node:os";
import { join } from "node:path";
import type { SessionState } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { listSessions } from "./list.ts";
import { createListing } from "./listing.ts";
import { followEvents, readEvents, readState } from "./read.ts";
import { searchSessions } from "./search.ts";
import { findSession } from "./session-files.ts";
import type { TranscriptReading, Transcripts, TranscriptsOptions } from "./types.ts";

export function createTranscripts(options: TranscriptsOptions = {}): Transcripts {
  const projects = join(configDirectory(options), "projects");
  return {
    list: (listOptions = {}) => createListing(() => listSessions(projects, listOptions)),
    read: (session) => reading(projects, session),
    search: (text, searchOptions = {}) => createListing(() => searchSessions(projects, text, searchOptions)),
  };
}

function configDirectory({ configDir, home, env = process.env }: TranscriptsOptions): string {
  const named = configDir ?? (home === undefined ? env["CLAUDE_CONFIG_DIR"] : undefined);
  return named === undefined || named === "" ? join(home ?? homedir(), ".claude") : named;
}

function reading(projects: string, session: string | { readonly file: string }): TranscriptReading {
  const isFile = typeof session === "object";
  if (!isFile && typeof session !== "string") {
    throw new ClaudeError("invalid-option", `${String(session)} is no session: give its id or { file }.`);
  }
  const find = async (): Promise<string> => (isFile ? session.file : await findSession(projects, session));
  let state: Promise<SessionState> | undefined;
  return {
    events: {
      async *[Symbol.asyncIterator]() {
        yield* readEvents(await find());
      },
    },
    follow: (signal) => ({
      async *[Symbol.asyncIterator]() {
        yield* followEvents(await find(), signal);
      },
    }),
    // Not before it is asked for. Whoever takes it beside the events and awaits it later, or never, is not to crash.
    get state() {
      if (state === undefined) {
        state = find().then(readState);
        state.catch(() => {});
      }
      return state;
    },
  };
}

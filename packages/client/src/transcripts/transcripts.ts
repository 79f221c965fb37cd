// Lists, reads and searches the sessions that Claude Code keeps on this machine. Nothing is ever changed.

import { homedir } from "node:os";
import { join } from "node:path";
import type { SessionState } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { listSessions } from "./list.ts";
import { followEvents, readEvents, readState } from "./read.ts";
import { searchSessions } from "./search.ts";
import { findSession } from "./session-files.ts";
import type { Listing, TranscriptReading, Transcripts, TranscriptsOptions } from "./types.ts";

export function createTranscripts(options: TranscriptsOptions = {}): Transcripts {
  const projects = join(findConfigDirectory(options), "projects");
  return {
    list: (listOptions = {}) => createListing(() => listSessions(projects, listOptions)),
    read: (session) => createReading(projects, session),
    search: (text, searchOptions = {}) => createListing(() => searchSessions(projects, text, searchOptions)),
  };
}

function findConfigDirectory({ configDir, home, env = process.env }: TranscriptsOptions): string {
  const named = configDir ?? (home === undefined ? env["CLAUDE_CONFIG_DIR"] : undefined);
  return named === undefined || named === "" ? join(home ?? homedir(), ".claude") : named;
}

function createReading(projects: string, session: string | { readonly file: string }): TranscriptReading {
  const isFile = typeof session === "object";
  if (!isFile && typeof session !== "string") {
    throw new ClaudeError("invalid-option", `${String(session)} is not a session. Give its id or { file }.`);
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
    // Read on first access. A caller that takes it and awaits it late, or never, must not crash by an unhandled rejection.
    get state() {
      if (state === undefined) {
        state = find().then(readState);
        state.catch(() => {});
      }
      return state;
    },
  };
}

/** Creates an async iterable that can also be awaited. It reads again for each loop or await. */
function createListing<Item>(items: () => AsyncGenerator<Item, void, undefined>): Listing<Item> {
  async function collectAll(): Promise<readonly Item[]> {
    const found: Item[] = [];
    for await (const item of items()) found.push(item);
    return found;
  }
  return {
    [Symbol.asyncIterator]: items,
    // oxlint-disable-next-line unicorn/no-thenable -- a listing is awaited or iterated, as a turn is.
    then: (onFulfilled, onRejected) => collectAll().then(onFulfilled, onRejected),
  };
}

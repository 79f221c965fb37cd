// Turns the session flags of `run` and `chat` into options of the client.

import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { Budget, SessionOptions, Transcripts } from "@unspool/client";
import type { ParsedArgs } from "../cli/command.ts";
import { UsageError, type Io } from "../cli/io.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { readOptionFlags } from "./session-flags.ts";

const WHOLE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const BEGINNING = /^[\da-f][\da-f-]*$/i;

/** @throws {UsageError} for invalid values */
export async function readSessionOptions(given: ParsedArgs, io: Io): Promise<SessionOptions> {
  const options = readOptionFlags(given);
  const { resume, budget } = options;
  const record = given.text("record");
  return {
    ...options,
    cwd: io.cwd,
    env: io.env,
    ...(resume === undefined ? {} : { resume: given.has("simulate") ? resume : await completeId(resume, io) }),
    ...(budget === undefined ? {} : { budget: await toBudget(budget) }),
    ...(record === undefined ? {} : { record: checkRecordFile(record, io) }),
    ...(given.has("simulate") ? { spawn: await simulated(given, io) } : {}),
    forwardAgentText: true,
  };
}

/** Completes the beginning of a session id. The CLI takes only whole ids and, since 2.1.325, titles. */
async function completeId(id: string, io: Io): Promise<string> {
  if (WHOLE_ID.test(id)) return id;
  const { findSession, openSessions } = await import("../sessions/find-session.ts");
  const all = await openSessions(io);
  const session = BEGINNING.test(id) ? await findSession(all, id) : undefined;
  if (session === undefined && !(await hasTitle(all, id))) {
    throw new UsageError(`There is no session "${sanitizeLine(id)}" on this machine. See: unspool sessions`);
  }
  if (session?.cwd !== undefined && resolve(session.cwd) !== io.cwd) {
    throw new UsageError(`The session ${session.id} was started in ${session.cwd}: go there to resume it.`);
  }
  return session?.id ?? id;
}

async function hasTitle(all: Transcripts, title: string): Promise<boolean> {
  for await (const session of all.list()) if (session.title === title) return true;
  return false;
}

/** Returns a budget object, which reports afterwards what was spent. */
async function toBudget(budget: NonNullable<SessionOptions["budget"]>): Promise<Budget> {
  const { createBudget } = await import("@unspool/client");
  return "track" in budget ? budget : createBudget(budget);
}

/** Checks that the file can be written, before the first prompt is paid for. */
function checkRecordFile(record: string, io: Io): string {
  const file = resolve(io.cwd, record);
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${record} cannot be written (${code}): give another file with --record.`, undefined, {
      cause: error,
    });
  }
  return file;
}

const SIMULATED_ANSWER =
  "This is a simulated answer: no model was called, and nothing was spent. `--scenario two-agents` plays a longer session.";

async function simulated(given: ParsedArgs, io: Io): Promise<NonNullable<SessionOptions["spawn"]>> {
  const [{ spawnSimulated }, { findScenario }] = await Promise.all([
    import("@unspool/simulator"),
    import("../source/find-scenario.ts"),
  ]);
  const name = given.text("scenario");
  const scenario = name === undefined ? { turns: [], otherwise: [SIMULATED_ANSWER] } : await findScenario(name, io);
  return spawnSimulated({ scenario });
}

// Options for the conversation: which one to continue, under which id, and whether it is kept.

import { boolean, matches, nonEmptyText } from "../validation/validator.ts";
import { unsupportedOption, type OptionTable } from "./option-spec.ts";
import type { AskOptions } from "./options.ts";

/** The conversation: which one to continue, under which id, and whether it is kept. */
export interface HistoryOptions {
  /** The id of the session to continue. @default a new session */
  readonly resume?: string;
  /** Continues the last session of the folder. @default false */
  readonly continue?: boolean;
  /** Continues under a new id, and leaves the old session unchanged. @default false */
  readonly fork?: boolean;
  /** The id of a new session, or of a fork. @default the CLI chooses one */
  readonly sessionId?: string;
  /** The message of the resumed session to continue from. @default the last one */
  readonly resumeAt?: string;
  /** Whether the CLI keeps the session on disk. @default true */
  readonly persist?: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const HISTORY_OPTIONS: OptionTable<HistoryOptions> = {
  resume: {
    validate: nonEmptyText,
    flag: "--resume",
    command: { short: "r", value: "session", help: "resume this session (the beginning of its id is enough)" },
  },
  continue: {
    validate: boolean,
    flag: "--continue",
    findConflict: ({ resume, continue: continues }) =>
      resume !== undefined && continues === true
        ? "`resume` names a session and `continue` means the last one of the folder: give one of them."
        : undefined,
    command: { short: "c", help: "resume the last session of this folder" },
  },
  fork: {
    validate: boolean,
    flag: "--fork-session",
    since: "1.0.128",
    findConflict: (options) =>
      options.fork === true && !continuesSession(options)
        ? "`fork` needs a session to go on from: give `resume` or `continue`, too."
        : undefined,
    command: { help: "resume under a new id and leave the old session unchanged" },
  },
  sessionId: {
    validate: matches("a UUID", (value) => typeof value === "string" && UUID.test(value)),
    flag: "--session-id",
    toFlagValue({ fork, sessionId }, { supports }) {
      if (fork === true && sessionId !== undefined && !supports.has("forkIntoSessionId")) {
        throw unsupportedOption(supports, "sessionId", "beside `fork`");
      }
      return sessionId;
    },
    findConflict: (options) =>
      options.sessionId !== undefined && continuesSession(options) && options.fork !== true
        ? "`sessionId` is the id of a new session, and `resume` and `continue` keep the old one: give `fork: true`, or leave it out."
        : undefined,
  },
  resumeAt: {
    validate: nonEmptyText,
    flag: "--resume-session-at",
    since: "1.0.128",
    findConflict: ({ resumeAt, resume }) =>
      resumeAt !== undefined && resume === undefined
        ? "`resumeAt` is a message of the session that `resume` names: give `resume`, too."
        : undefined,
  },
  persist: {
    validate: boolean,
    flag: "--no-session-persistence",
    since: "2.0.76",
    toFlagValue: ({ persist }) => persist === false,
  },
};

export function continuesSession({ resume, continue: continues }: AskOptions): boolean {
  return resume !== undefined || continues === true;
}

// Options for the program: which `claude` runs, where, with which login and settings.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json, JsonObject } from "@unspool/protocol";
import { asObject, getErrorMessage, isRecord } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import type { AuthMode } from "../process/environment.ts";
import type { ShutdownOptions } from "../transport/shut-down.ts";
import type { SpawnFunction, TransportFactory } from "../transport/types.ts";
import {
  boolean,
  callback,
  duration,
  either,
  fields,
  isTextWithoutNul,
  matches,
  nonEmptyText,
  oneOf,
  record,
  textList,
  type Validator,
} from "../validation/validator.ts";
import { continuesSession } from "./history-options.ts";
import type { FlagContext, FlagValue, OptionTable } from "./option-spec.ts";
import type { SessionOptions } from "./options.ts";

/** The program: which `claude` runs, where, with which login and settings. */
export interface ProgramOptions {
  /** The `claude` to run. @default `UNSPOOL_CLAUDE`, then PATH, then the usual folders */
  readonly executable?: string;
  /** The folder that the CLI works in. @default the working directory of this process */
  readonly cwd?: string;
  /**
   * Variables to add to the environment of this process; `undefined` removes one. The variables of a call are added to
   * those of its client, and replace them one by one. @default {}
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Whose account pays. `subscription` hides ANTHROPIC_API_KEY from the CLI, `api-key` requires one, `inherit` changes
   * nothing. The first two also hide the other logins of the environment (a token, Bedrock, Vertex, Foundry). If the CLI
   * then reports another source, there is a warning. @default "inherit"
   */
  readonly auth?: AuthMode;
  /** More arguments for the command line, passed on unchanged. @default [] */
  readonly extraArgs?: readonly string[];
  /** Starts the program: in a container, on another machine, or in this process. @default a child process */
  readonly spawn?: SpawnFunction;
  /** Replaces the connection to the program. @default stdin and stdout of a child process */
  readonly transport?: TransportFactory;
  /** Whether Node may exit while the session is idle. @default false */
  readonly unref?: boolean;
  /** How long the program may take to end before each harder step. @default the limits of `ShutdownOptions` */
  readonly shutdown?: ShutdownOptions;
  /** More settings: a path, or the settings themselves. The CLI ignores all of them if one value is wrong. @default none */
  readonly settings?: string | JsonObject;
  /** The settings files that the CLI reads. @default all */
  readonly settingSources?: readonly ("user" | "project" | "local")[];
  /** Folders of plugins. @default none */
  readonly plugins?: readonly string[];
}

const SHUTDOWN: Readonly<Record<keyof ShutdownOptions, Validator>> = { graceMs: duration, killMs: duration };

/** The flags that this package always gives, or that the protocol depends on. */
const RESERVED_FLAGS = new Set([
  "-p",
  "--print",
  "--input-format",
  "--output-format",
  "--verbose",
  "--permission-prompt-tool",
  "--",
]);

export const PROGRAM_OPTIONS: OptionTable<ProgramOptions> = {
  executable: { validate: nonEmptyText },
  cwd: { validate: nonEmptyText },
  env: {
    validate: matches(
      "an object of strings",
      (value) =>
        isRecord(value) &&
        Object.entries(value).every(
          ([key, item]) => /^[^=\0]+$/.test(key) && (item === undefined || isTextWithoutNul(item)),
        ),
    ),
    findConflict({ auth, env }) {
      const name = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"].find((key) => env?.[key] !== undefined);
      return auth === "subscription" && name !== undefined
        ? `\`auth: "subscription"\` keeps keys from Claude, but \`env\` has ${name}: drop one of them.`
        : undefined;
    },
  },
  auth: { validate: oneOf("inherit", "subscription", "api-key") },
  extraArgs: {
    validate: matches("a list of strings", (value) => Array.isArray(value) && value.every(isTextWithoutNul)),
    findConflict({ extraArgs = [] }) {
      const reserved = extraArgs.find((argument) => RESERVED_FLAGS.has(argument.split("=")[0] ?? ""));
      return reserved === undefined
        ? undefined
        : `\`extraArgs\` has ${JSON.stringify(reserved)}, which this package decides about itself: leave it out.`;
    },
  },
  spawn: { validate: callback },
  transport: {
    validate: callback,
    findConflict: ({ transport, spawn }) =>
      transport !== undefined && spawn !== undefined
        ? "`transport` and `spawn` both say how the program is reached: give one of them."
        : undefined,
  },
  unref: { validate: boolean },
  shutdown: { validate: fields(SHUTDOWN) },
  settings: {
    validate: either("a path, or an object", nonEmptyText, record),
    flag: "--settings",
    since: "1.0.88",
    toFlagValue: formatSettings,
  },
  settingSources: {
    validate: matches(
      'a list of "user", "project" and "local"',
      (value) => Array.isArray(value) && value.every((item) => ["user", "project", "local"].includes(item as string)),
    ),
    flag: "--setting-sources",
    since: "1.0.128",
    toFlagValue: ({ settingSources }) => settingSources?.join(","),
  },
  plugins: { validate: textList, flag: "--plugin-dir", since: "2.0.30" },
};

function formatSettings(options: SessionOptions, { files }: FlagContext): FlagValue {
  const settings = addDeferralRules(options);
  const text = typeof settings === "object" ? JSON.stringify(settings) : settings;
  return text?.trimStart().startsWith("{") === true ? files.write("settings.json", text) : text;
}

/**
 * Adds rules to the settings of a resumed session, so that the CLI asks about calls that may be deferred. It continues with
 * a deferred call at once, possibly before the hooks of `initialize` are there: always in 2.1.200, and in any version if
 * the host is slow. In a mode without questions the call would run. Rules in settings hold from the start, in every mode.
 */
function addDeferralRules(options: SessionOptions): SessionOptions["settings"] {
  const { settings, permissions } = options;
  const { defer = [], ask = [] } = typeof permissions === "object" ? permissions : {};
  if (defer.length === 0 || !continuesSession(options)) return settings;
  const given = readSettings(settings, options.cwd ?? process.cwd());
  const rules = asObject(given["permissions"]) ?? {};
  const asked = Array.isArray(rules["ask"]) ? (rules["ask"] as readonly Json[]) : [];
  return { ...given, permissions: { ...rules, ask: [...asked, ...defer, ...ask] } };
}

function readSettings(settings: SessionOptions["settings"], cwd: string): JsonObject {
  if (settings === undefined || typeof settings === "object") return settings ?? {};
  const isJson = settings.trimStart().startsWith("{");
  try {
    const read = asObject(JSON.parse(isJson ? settings : readFileSync(resolve(cwd, settings), "utf8")) as Json);
    if (read !== undefined) return read;
  } catch (error) {
    const message = `\`settings\` cannot be read (${getErrorMessage(error)}): with \`permissions.defer\`, rules are added to them for a resumed session.`;
    throw new ClaudeError("invalid-option", message, { option: "settings" }, { cause: error });
  }
  throw new ClaudeError("invalid-option", "`settings` hold no JSON object.", { option: "settings" });
}

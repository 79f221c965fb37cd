// Differences between versions of the CLI before the first line: the values of flags, their checks, and the texts of
// refusals. All of them were measured.

import { getQuirks } from "../../engine/versions/version-quirks.ts";

export interface CliQuirks {
  /** The modes that a refusal lists. */
  readonly permissionModes: readonly string[];
  /** Modes that are accepted but not listed. */
  readonly unlistedModes: readonly string[];
  /** The mode without a flag and settings: `auto` in 2.1.282 to 2.1.301. */
  readonly defaultMode: string;
  /** Whether `--session-id` may be combined with `--resume` or `--continue` if `--fork-session` is given. */
  readonly forksIntoSessionId: boolean;
  readonly refusesSameFallback: boolean;
  readonly resumeWords: "lines" | "sentence" | "titles";
  /** Whether a session is found by its id from every working directory. */
  readonly resumesAnywhere: boolean;
  /** Where stream-json output reports an unknown session: on stderr, in a result line, or both. */
  readonly unknownSession: "stderr" | "line" | "both";
  /** The text before the id of a message that the session does not have. */
  readonly unknownMessage: string;
  /** How long the CLI waits for the first byte of a text prompt on stdin. Undefined: forever. */
  readonly stdinWaitMs: number | undefined;
  /** The reaction to a prompt of only white space. */
  readonly blankPrompt: "refused" | "no-messages" | "ends";
  /** Whether resuming without a prompt means to continue a deferred tool call. */
  readonly resumesDeferred: boolean;
  /** Whether it refuses to run with `CLAUDECODE` in the environment. */
  readonly refusesNesting: boolean;
  /** Whether `--max-turns` and `--max-thinking-tokens` are checked. */
  readonly checksNumbers: boolean;
  /** What is checked: JSON syntax, the same without a message, a JSON object, or a whole schema. */
  readonly schemaCheck: "syntax" | "silent" | "object" | "whole";
  readonly checksAgents: boolean;
  /** The text for invalid `mcpServers`. */
  readonly mcpWords: "schema" | "expected";
  readonly checksMcpServers: boolean;
  /** Whether file names in refusals are absolute. */
  readonly resolvesSettings: boolean;
  readonly refusesTwoSystemPrompts: boolean;
  readonly refusesUnknownPromptTool: boolean;
  /** Whether the refusal of `--include-partial-messages` ends with a line break. */
  readonly endsPartialRefusal: boolean;
  /** Whether missing folders of `--add-dir` cause a warning. */
  readonly tellsMissingDirectories: boolean;
}

const MODES_OF_2_1_200 = ["acceptEdits", "auto", "bypassPermissions", "manual", "dontAsk", "plan"];

export function getCliQuirks(version: string): CliQuirks {
  const quirks = getQuirks(version);
  const choose: typeof quirks.choose = (byVersion) => quirks.choose(byVersion);
  return {
    permissionModes: choose<readonly string[]>({
      "1.0.128": ["acceptEdits", "bypassPermissions", "default", "plan"],
      "2.0.76": ["acceptEdits", "bypassPermissions", "default", "delegate", "dontAsk", "plan"],
      "2.1.74": ["acceptEdits", "bypassPermissions", "default", "dontAsk", "plan", "auto"],
      "2.1.200": MODES_OF_2_1_200,
    }),
    unlistedModes: choose<readonly string[]>({ "1.0.128": [], "2.1.200": ["default"] }),
    defaultMode: choose({ "1.0.128": "default", "2.1.285": "auto", "2.1.312": "default" }),
    forksIntoSessionId: choose({ "1.0.128": false, "2.0.76": true }),
    refusesSameFallback: choose({ "1.0.128": true, "2.1.200": false }),
    resumeWords: choose({ "1.0.60": "lines", "2.1.20": "sentence", "2.1.120": "titles" }),
    resumesAnywhere: choose({ "1.0.128": false, "2.1.325": true }),
    unknownSession: choose({ "1.0.60": "stderr", "2.1.20": "line", "2.1.120": "both" }),
    unknownMessage: choose({
      "1.0.128": "No assistant message found with message.id of:",
      "2.0.0": "No message found with message.uuid of:",
    }),
    stdinWaitMs: choose<number | undefined>({ "1.0.128": undefined, "2.1.200": 3000 }),
    blankPrompt: choose({ "1.0.128": "no-messages", "2.1.74": "ends", "2.1.200": "no-messages", "2.1.325": "refused" }),
    resumesDeferred: choose({ "1.0.128": false, "2.1.200": true }),
    refusesNesting: choose({ "1.0.128": false, "2.1.74": true, "2.1.200": false }),
    checksNumbers: choose({ "1.0.128": false, "2.1.325": true }),
    schemaCheck: choose({ "1.0.128": "syntax", "2.1.74": "silent", "2.1.200": "object", "2.1.250": "whole" }),
    checksAgents: choose({ "1.0.128": false, "2.1.325": true }),
    mcpWords: choose({ "1.0.128": "schema", "2.1.200": "expected" }),
    checksMcpServers: choose({ "1.0.128": true, "2.1.200": false }),
    resolvesSettings: choose({ "1.0.128": false, "2.1.325": true }),
    refusesTwoSystemPrompts: choose({ "1.0.128": true, "2.1.325": false }),
    refusesUnknownPromptTool: choose({ "1.0.128": true, "2.1.200": false }),
    endsPartialRefusal: choose({ "1.0.128": false, "2.1.200": true }),
    tellsMissingDirectories: choose({ "1.0.128": true, "2.1.74": false }),
  };
}

// What differs between the versions of the CLI before the first line: which values flags take, which are checked, and
// in whose words they are refused. Measured like the manners of the engine.

import { mannersOf } from "../engine/manners.ts";

export interface CliManners {
  /** As a refusal lists them. */
  readonly permissionModes: readonly string[];
  /** Taken, but not listed. */
  readonly unlistedModes: readonly string[];
  /** Where neither a flag nor settings choose: 2.1.282 to 2.1.301 were released with `auto`. */
  readonly defaultMode: string;
  /** `--session-id` goes with `--resume` or `--continue` if `--fork-session` does, too. */
  readonly forksIntoSessionId: boolean;
  readonly refusesSameFallback: boolean;
  readonly resumeWords: "lines" | "sentence" | "titles";
  /** A session is found by its id from every working directory. */
  readonly resumesAnywhere: boolean;
  /** Where stream-json tells of an unknown session: on stderr, in a result line, or both. */
  readonly unknownSession: "stderr" | "line" | "both";
  /** What it says before the name of a message that the session does not have. */
  readonly unknownMessage: string;
  /** How long the CLI waits for the first byte of stdin that a text prompt may come by. Undefined: for ever. */
  readonly stdinWaitMs: number | undefined;
  /** A prompt of nothing but white space. */
  readonly blankPrompt: "refused" | "no-messages" | "ends";
  /** A resumed session without a prompt is one whose last call was put off. */
  readonly resumesDeferred: boolean;
  /** `CLAUDECODE` in the environment. */
  readonly refusesNesting: boolean;
  /** Of `--max-turns` and `--max-thinking-tokens`. */
  readonly checksNumbers: boolean;
  /** That it is JSON, the same without a word, that it is a JSON object, or that it is a schema. */
  readonly schemaCheck: "syntax" | "silent" | "object" | "whole";
  readonly checksAgents: boolean;
  /** How a wrong `mcpServers` is described. */
  readonly mcpWords: "schema" | "expected";
  readonly checksMcpServers: boolean;
  /** File names in refusals are absolute. */
  readonly resolvesSettings: boolean;
  readonly refusesTwoSystemPrompts: boolean;
  readonly refusesUnknownPromptTool: boolean;
  /** The one refusal that had no line break at its end. */
  readonly endsPartialRefusal: boolean;
  /** Of `--add-dir`. */
  readonly tellsMissingDirectories: boolean;
}

const MODES_OF_2_1_200 = ["acceptEdits", "auto", "bypassPermissions", "manual", "dontAsk", "plan"];

export function cliMannersOf(version: string): CliManners {
  const manners = mannersOf(version);
  const choose: typeof manners.choose = (byVersion) => manners.choose(byVersion);
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

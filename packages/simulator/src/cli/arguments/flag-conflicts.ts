// Refuses combinations of flags with the texts of the real CLI and in its order, so that of two mistakes the same one is
// reported.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CliQuirks } from "./cli-quirks.ts";
import type { Environment } from "./simulator-options.ts";
import type { ParsedFlags } from "./parse-flags.ts";
import { refuse, Refusal } from "./refusal.ts";
import { isSessionId } from "./session-id.ts";

const SETTING_SOURCES = ["user", "project", "local"];

/** @throws {Refusal} */
export function checkNesting(environment: Environment, quirks: CliQuirks): void {
  if (!quirks.refusesNesting || !environment["CLAUDECODE"]) return;
  refuse(
    [
      "Error: Claude Code cannot be launched inside another Claude Code session.",
      "Nested sessions share runtime resources and will crash all active sessions.",
      "To bypass this check, unset the CLAUDECODE environment variable.",
    ].join("\n"),
  );
}

/** @throws {Refusal} */
export function checkSettingSources(value: string | undefined): void {
  const sources = (value ?? "").split(",").map((source) => source.trim());
  const wrong = sources.find((source) => source !== "" && !SETTING_SOURCES.includes(source));
  if (wrong === undefined) return;
  const valid = SETTING_SOURCES.join(", ");
  refuse(`Error processing --setting-sources: Invalid setting source: ${wrong}. Valid options are: ${valid}`);
}

/** @throws {Refusal} */
export function checkSessionFlags(flags: ParsedFlags, quirks: CliQuirks): void {
  const sessionId = flags.text("session-id");
  if (sessionId === undefined) return;
  if (flags.has("resume") || flags.has("continue")) {
    if (!quirks.forksIntoSessionId) refuse("Error: --session-id cannot be used with --continue or --resume.");
    if (!flags.has("fork-session")) {
      const condition = "with --continue or --resume if --fork-session is also specified";
      refuse(`Error: --session-id can only be used ${condition}.`);
    }
  }
  if (!isSessionId(sessionId)) refuse("Error: Invalid session ID. Must be a valid UUID.");
}

/** @throws {Refusal} */
export function checkModelFlags(flags: ParsedFlags, quirks: CliQuirks): void {
  const fallback = flags.text("fallback-model");
  if (!quirks.refusesSameFallback || fallback === undefined || fallback !== flags.text("model")) return;
  const advice = "Please specify a different model for --fallback-model.";
  refuse(`Error: Fallback model cannot be the same as the main model. ${advice}`);
}

/** @throws {Refusal} */
export function checkPromptFiles(flags: ParsedFlags, cwd: string, quirks: CliQuirks): void {
  for (const [key, name] of [
    ["system-prompt", "System"],
    ["append-system-prompt", "Append system"],
  ] as const) {
    const file = flags.text(`${key}-file`);
    if (file === undefined) continue;
    if (quirks.refusesTwoSystemPrompts && flags.has(key)) {
      refuse(`Error: Cannot use both --${key} and --${key}-file. Please use only one.`);
    }
    const path = resolve(cwd, file);
    if (!existsSync(path)) refuse(`Error: ${name} prompt file not found: ${path}`);
  }
}

/** @throws {Refusal} */
export function checkFormats(flags: ParsedFlags, quirks: CliQuirks): void {
  const isStreamIn = flags.text("input-format") === "stream-json";
  const isStreamOut = flags.text("output-format") === "stream-json";
  if (isStreamIn && !isStreamOut) {
    refuse("Error: --input-format=stream-json requires output-format=stream-json.");
  }
  if (flags.has("replay-user-messages") && !(isStreamIn && isStreamOut)) {
    const both = "both --input-format=stream-json and --output-format=stream-json";
    refuse(`Error: --replay-user-messages requires ${both}.`);
  }
  const needed = "requires --print and --output-format=stream-json";
  if (flags.has("include-partial-messages") && !isStreamOut) {
    const end = quirks.endsPartialRefusal ? "\n" : "";
    throw new Refusal(`Error: --include-partial-messages ${needed}.${end}`);
  }
  if (flags.has("forward-subagent-text") && !isStreamOut) refuse(`Error: --forward-subagent-text ${needed}.`);
  if (flags.has("prompt-suggestions") && !isStreamOut) {
    const reason = "prompt_suggestion messages are only surfaced in stream-json output";
    refuse(`Error: --prompt-suggestions ${needed} (${reason}).`);
  }
  if (flags.has("await-initialize") && !isStreamIn) {
    refuse("Error: --await-initialize requires --input-format=stream-json.");
  }
}

/** The last check, after everything is read. @throws {Refusal} */
export function checkVerbose(flags: ParsedFlags): void {
  if (flags.text("output-format") !== "stream-json" || flags.has("verbose")) return;
  refuse("Error: When using --print, --output-format=stream-json requires --verbose");
}

/** @throws {Refusal} */
export function checkPromptTool(flags: ParsedFlags, quirks: CliQuirks): void {
  const tool = flags.text("permission-prompt-tool");
  if (!quirks.refusesUnknownPromptTool || tool === undefined || tool === "stdio") return;
  const source = "(passed via --permission-prompt-tool)";
  refuse(`Error: MCP tool ${tool} ${source} not found. Available MCP tools: none`);
}

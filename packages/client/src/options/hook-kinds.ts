// What may stand in `permissions` and `hooks`. A misspelt rule or hook would be none, and what it guards would go unguarded.

import type { HookEventName } from "@unspool/protocol/wire";
import type { Hook } from "../control/hook-types.ts";
import type { PermissionRules } from "../control/permission-types.ts";
import { callback, duration, either, fields, listOf, oneOf, text, words, type Kind } from "./kind.ts";

const RULES: Readonly<Record<keyof PermissionRules, Kind>> = {
  allow: words,
  deny: words,
  defer: words,
  ask: words,
  decide: callback,
  timeoutMs: duration,
};

export const permissions: Kind = either("a function, or rules", callback, fields(RULES));

const HOOK: Readonly<Record<keyof Hook, Kind>> = {
  matcher: text,
  run: callback,
  timeoutMs: duration,
  onFailure: oneOf("continue", "block"),
};

const hook: Kind = either("a function, or { run, matcher }", callback, fields(HOOK, { needs: ["run"] }));

/** All of them: the compiler misses none. */
export const HOOK_EVENTS: Readonly<Record<HookEventName, true>> = {
  PreToolUse: true,
  PostToolUse: true,
  PostToolUseFailure: true,
  PostToolBatch: true,
  PermissionRequest: true,
  PermissionDenied: true,
  UserPromptSubmit: true,
  UserPromptExpansion: true,
  SessionStart: true,
  SessionEnd: true,
  Setup: true,
  Stop: true,
  StopFailure: true,
  SubagentStart: true,
  SubagentStop: true,
  Notification: true,
  MessageDisplay: true,
  PreCompact: true,
  PostCompact: true,
  PreModelSwitch: true,
  PostModelSwitch: true,
  Elicitation: true,
  ElicitationResult: true,
  TaskCreated: true,
  TaskCompleted: true,
  TeammateIdle: true,
  ConfigChange: true,
  InstructionsLoaded: true,
  CwdChanged: true,
  FileChanged: true,
  DirectoryAdded: true,
  WorktreeCreate: true,
  WorktreeRemove: true,
};

const oneOrMore: Kind = (value) => (Array.isArray(value) ? listOf(hook) : hook)(value);

export const hooks: Kind = fields(Object.fromEntries(Object.keys(HOOK_EVENTS).map((event) => [event, oneOrMore])), {
  advice: "An event that is newer than this package goes into `initialize.hooks`, and `onRequest` answers it.",
});

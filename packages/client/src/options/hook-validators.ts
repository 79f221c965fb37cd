// Validators for `permissions` and `hooks`. A misspelled rule or hook must be refused, as it would have no effect.

import type { HookEventName } from "@unspool/protocol/wire";
import type { Hook } from "../control/hooks/types.ts";
import type { PermissionRules } from "../control/permissions/types.ts";
import {
  callback,
  duration,
  either,
  fields,
  listOf,
  oneOf,
  text,
  textList,
  type Validator,
} from "../validation/validator.ts";

const RULES: Readonly<Record<keyof PermissionRules, Validator>> = {
  allow: textList,
  deny: textList,
  defer: textList,
  ask: textList,
  decide: callback,
  timeoutMs: duration,
};

export const permissionsValidator: Validator = either("a function, or rules", callback, fields(RULES));

const HOOK: Readonly<Record<keyof Hook, Validator>> = {
  matcher: text,
  run: callback,
  timeoutMs: duration,
  onFailure: oneOf("continue", "block"),
};

const hook: Validator = either("a function, or { run, matcher }", callback, fields(HOOK, { required: ["run"] }));

/** All events: the compiler refuses a missing one. */
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

const oneOrMore: Validator = (value) => (Array.isArray(value) ? listOf(hook) : hook)(value);

export const hooksValidator: Validator = fields(
  Object.fromEntries(Object.keys(HOOK_EVENTS).map((event) => [event, oneOrMore])),
  {
    advice: "Put an event that is newer than this package into `initialize.hooks`, and answer it with `onRequest`.",
  },
);

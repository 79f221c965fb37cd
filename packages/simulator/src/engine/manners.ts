// What differs between the versions of the CLI, as data: features by name stand here, and what has more than two forms is
// chosen from a table where it is made, by `choose`; only this file compares version numbers. Measured are the versions of
// versions.ts. A version in between has the manners of the nearest measured one that is not newer; an older one those of
// 1.0.60. What no scenario shows stands at the first version for which it was looked at by itself.

/** From which version on something is done, and from which on no more. */
interface Span {
  readonly since?: string;
  readonly until?: string;
}

const FEATURES = {
  // Fields.
  hasUuid: { since: "1.0.88" },
  /** The events of a tool call name the call itself as their parent, although the main agent makes it. */
  marksOwnCalls: { until: "1.0.128" },
  hasContextManagement: { since: "2.0.76" },
  hasToolUseResult: { since: "2.0.76" },
  /** `tool_use_result` also on a sub-agent's lines; 2.1.20 keeps it there for errors only. */
  hasAgentToolUseResult: { since: "2.0.76", until: "2.1.20" },
  hasAgentToolError: { since: "2.0.76", until: "2.1.200" },
  hasReplayMark: { since: "2.0.30" },
  hasSyntheticMark: { since: "2.0.76" },
  hasSummaryMark: { since: "2.1.74" },
  hasErrorKind: { since: "2.0.76" },
  hasApiErrorType: { since: "2.1.325" },
  hasErrorDetails: { since: "2.1.299" },
  /** `is_api_error_message`, and a local command ends its turn like a model. */
  hasErrorMark: { since: "2.1.250" },
  hasAborted: { since: "2.1.250" },
  hasUserTimestamp: { since: "2.1.120" },
  hasAssistantTimestamp: { since: "2.1.250" },
  hasRequestId: { since: "2.1.200" },
  hasAgentLabels: { since: "2.1.200" },
  hasAgentId: { since: "2.1.299" },
  hasToolUseMeta: { since: "2.1.200" },
  hasToolNameInMeta: { since: "2.1.299" },
  hasServerTitle: { since: "2.1.250" },
  hasToolResultMeta: { since: "2.1.250" },
  /** `tool_result_meta` also of calls that ran, and who decided. */
  hasDecisions: { since: "2.1.299" },
  hasThinkingDisplay: { since: "2.1.299" },
  hasApiMessageId: { since: "2.1.299" },
  hasTimeToFirstToken: { since: "2.1.120" },
  /** `terminal_reason` tells an API error from a turn that went well. */
  hasErrorReason: { since: "2.1.250" },
  /** An answer that did not stream carries the CLI's own, longer usage. */
  hasLongUsage: { since: "2.1.200" },
  /** A shell that printed nothing says so to the model. */
  hasNoOutputNotice: { since: "2.1.74" },
  hasUserMessageUuids: { since: "2.1.263" },
  /** Also on the finished lines of the turn, and later on `status`. */
  hasUuidsOnAssistant: { since: "2.1.273" },
  hasUuidsInStatus: { since: "2.1.299" },
  hasOwedRows: { since: "2.1.325" },
  /** The last of them, on the first line of the turn and on its result. */
  hasUserMessageUuid: { since: "2.1.250" },
  /** The list of tasks names the types of agents. */
  listsAgentTypes: { since: "2.1.299" },
  hasParentTask: { since: "2.1.299" },
  hasRunId: { since: "2.1.299" },
  /** A task tells whether it works in the background, and how deep. */
  hasTaskPlace: { since: "2.1.250" },
  /** The end of a task tells its report, in the same order for all. */
  tellsReport: { since: "2.1.200" },
  hasSuggestions: { since: "1.0.110" },
  hasPermissionToolUseId: { since: "2.0.30" },
  hasHookMode: { since: "1.0.110" },
  /** The input of a hook names the call, too. */
  hasHookToolUseId: { since: "2.0.76" },
  hasPermissionAgentId: { since: "2.1.20" },
  hasDecisionReason: { since: "2.0.76" },
  hasDecisionReasonType: { since: "2.1.120" },
  hasPolicyMark: { since: "2.1.299" },
  /** An edit is asked for, and shown, with the `replace_all` it left out. */
  hasReplaceAll: { since: "2.1.20" },
  /** `terminal_reason` of a turn that the budget or useless tries ended. */
  hasLimitReason: { since: "2.1.250" },
  hasDisplayName: { since: "2.1.120" },
  hasBlockedPath: { since: "2.1.20" },
  /** A file that only a part of the command would write. */
  blocksParts: { since: "2.1.20", until: "2.1.74" },
  hasEmptyPlanRequest: { since: "2.1.325" },
  hasInteractionMark: { since: "2.1.250" },
  hasErrorCode: { since: "2.1.325" },
  /** The fields of a form in their order. */
  hasPropertyOrder: { since: "2.1.325" },
  hasMcpServerSource: { since: "2.1.325" },
  hasCompactDetails: { since: "2.1.120" },
  hasPreserved: { since: "2.1.200" },
  hasLogicalParent: { since: "2.1.250" },
  /** `uuid` before `session_id` in `status` and `thinking_tokens`. */
  hasUuidFirst: { since: "2.1.120", until: "2.1.263" },

  // Lines.
  writesAgentPrompt: { since: "2.0.30" },
  writesStatus: { since: "2.0.76" },
  writesRequesting: { since: "2.1.120" },
  writesModeStatus: { since: "2.1.74" },
  writesCompactResult: { since: "2.1.120" },
  writesThinkingTokens: { since: "2.1.200" },
  writesTasks: { since: "2.1.74" },
  /** The end of a task in the background; before 2.1.74 nothing else of it, and not which call it was. */
  writesTaskEnd: { since: "2.1.20" },
  writesTaskUpdates: { since: "2.1.120" },
  /** Also of those that the main agent waits for. */
  writesForegroundUpdates: { since: "2.1.200" },
  writesTaskList: { since: "2.1.250" },
  writesRetry: { since: "2.1.120" },
  writesRateLimit: { since: "2.1.74" },
  writesRateLimitWindows: { since: "2.1.250" },
  tellsOverageInWarning: { since: "2.1.299" },
  writesPermissionDenied: { since: "2.1.250" },
  writesHookStarted: { since: "2.1.20" },
  writesHookResponse: { since: "2.0.30" },
  /** `--include-hook-events` */
  tellsAllHooks: { since: "2.1.120" },
  writesNotification: { since: "2.1.120" },
  writesCommandLifecycle: { since: "2.1.250" },
  /** If the environment asks for it, for everybody or for the host alone. */
  writesSessionState: { since: "2.1.120" },
  tellsHostState: { since: "2.1.285" },
  writesConversationReset: { since: "2.1.250" },
  /** `--resume-session-at` takes the uuid of a line, not the id of a message. */
  resumesAtUuid: { since: "2.0.0" },
  tellsResetReason: { since: "2.1.325" },

  // Outcomes.
  /** A hook can end the turn before the call runs; the session that is resumed asks it again. */
  obeysHookDefer: { since: "2.1.89" },
  /** `ask` of settings goes before what allows the call. */
  obeysAskRules: { since: "2.1.74" },
  /** A rule like `Bash(touch:*)` does not allow to write the file. */
  guardsFiles: { since: "2.1.20", until: "2.1.200" },
  /** A shell command that may not run "requires approval"; before, it was refused like any other tool. */
  namesApproval: { since: "1.0.88" },
  /** The interrupted turn is an error, with a diagnosis. */
  failsInterrupted: { since: "2.1.120" },
  failsTurnLimit: { since: "2.1.120" },
  namesLastSchemaError: { since: "2.1.263" },
  /** A schema with a keyword of its own is one that the validator cannot use. */
  knowsAllKeywords: { since: "2.1.20" },
  /** A schema with a `format` is one that the validator cannot use, before. */
  passesOverFormats: { since: "2.1.250" },
  /** The words of a refusal with interrupt, or of a withdrawn question, are the CLI's own. */
  hidesRefusal: { since: "2.1.200" },
} as const;

export type Feature = keyof typeof FEATURES;

export interface Manners {
  readonly version: string;
  has(feature: Feature): boolean;
  /** The entry of the newest version that is not newer than this one, else the oldest entry. */
  choose<Value>(byVersion: Readonly<Record<string, Value>>): Value;
}

/** Asked for at every line, so each version is worked out once. */
const known = new Map<string, Manners>();

export function mannersOf(version: string): Manners {
  const before = known.get(version);
  if (before !== undefined) return before;
  const present = new Set<string>();
  for (const [feature, span] of Object.entries<Span>(FEATURES)) {
    if (span.since !== undefined && isOlder(version, span.since)) continue;
    if (span.until !== undefined && !isOlder(version, span.until)) continue;
    present.add(feature);
  }
  const manners: Manners = {
    version,
    has: (feature) => present.has(feature),
    choose: (byVersion) => chooseEntry(version, byVersion),
  };
  known.set(version, manners);
  return manners;
}

/** The name of the tool that starts a sub-agent. `system/init` lists it as `Task` in every version. */
export function agentToolName(version: string): string {
  return chooseEntry(version, { "1.0.128": "Task", "2.1.74": "Agent" });
}

/** Whether a version is older than another, number by number. */
export function isOlder(version: string, than: string): boolean {
  return rankOf(version) < rankOf(than);
}

/** The same few versions are compared some hundred times before the first line. */
const ranks = new Map<string, number>();

function rankOf(version: string): number {
  const before = ranks.get(version);
  if (before !== undefined) return before;
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const rank = (major * 1e6 + minor) * 1e6 + patch;
  ranks.set(version, rank);
  return rank;
}

function chooseEntry<Value>(version: string, byVersion: Readonly<Record<string, Value>>): Value {
  let nearest: string | undefined;
  let oldest: string | undefined;
  for (const candidate of Object.keys(byVersion)) {
    if (oldest === undefined || isOlder(candidate, oldest)) oldest = candidate;
    if (!isOlder(version, candidate) && (nearest === undefined || isOlder(nearest, candidate))) nearest = candidate;
  }
  const chosen = nearest ?? oldest;
  if (chosen === undefined) throw new RangeError("There is no version to choose from. Give at least one.");
  return byVersion[chosen] as Value;
}

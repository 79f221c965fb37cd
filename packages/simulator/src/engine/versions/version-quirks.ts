// The features of each measured version, by name: `has` answers whether a version has one, `choose` picks from a table
// by version. A version between two measured ones behaves like the older of the two, one before 1.0.60 like 1.0.60. A
// feature that no scenario shows starts at the first version in which it was looked for.

/** The first version that has a feature, and the first that no longer has it. */
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
  /** `tool_result_meta` also for calls that ran, with the source of the decision. */
  hasDecisions: { since: "2.1.299" },
  hasThinkingDisplay: { since: "2.1.299" },
  hasApiMessageId: { since: "2.1.299" },
  hasTimeToFirstToken: { since: "2.1.120" },
  /** `terminal_reason` distinguishes an API error from a success. */
  hasErrorReason: { since: "2.1.250" },
  /** An answer without a stream has the CLI's own, longer usage. */
  hasLongUsage: { since: "2.1.200" },
  /** The model reads a notice for a shell that printed nothing. */
  hasNoOutputNotice: { since: "2.1.74" },
  hasUserMessageUuids: { since: "2.1.263" },
  /** The uuids are also on the finished lines of the turn, and later on `status`. */
  hasUuidsOnAssistant: { since: "2.1.273" },
  hasUuidsInStatus: { since: "2.1.299" },
  hasOwedRows: { since: "2.1.325" },
  /** The last of these uuids, on the first line of the turn and on its result. */
  hasUserMessageUuid: { since: "2.1.250" },
  /** The list of tasks names the types of agents. */
  listsAgentTypes: { since: "2.1.299" },
  hasParentTask: { since: "2.1.299" },
  hasRunId: { since: "2.1.299" },
  /** A task line has the depth of its task, and whether it runs in the background. */
  hasTaskDepth: { since: "2.1.250" },
  /** The end of a task has its report, with the same order of fields for all. */
  writesReport: { since: "2.1.200" },
  hasSuggestions: { since: "1.0.110" },
  hasPermissionToolUseId: { since: "2.0.30" },
  hasHookMode: { since: "1.0.110" },
  /** The input of a hook names the call, too. */
  hasHookToolUseId: { since: "2.0.76" },
  hasPermissionAgentId: { since: "2.1.20" },
  hasDecisionReason: { since: "2.0.76" },
  hasDecisionReasonType: { since: "2.1.120" },
  hasPolicyMark: { since: "2.1.299" },
  /** Permission requests and lines show an edit with the `replace_all` that the model left out. */
  hasReplaceAll: { since: "2.1.20" },
  /** `terminal_reason` of a turn that ended by the budget or by invalid structured output. */
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
  /** The end of a background task. Before 2.1.74 it is the only line about the task, and does not name its call. */
  writesTaskEnd: { since: "2.1.20" },
  writesTaskUpdates: { since: "2.1.120" },
  /** Task updates also for foreground agents. */
  writesForegroundUpdates: { since: "2.1.200" },
  writesTaskList: { since: "2.1.250" },
  writesRetry: { since: "2.1.120" },
  writesRateLimit: { since: "2.1.74" },
  writesRateLimitWindows: { since: "2.1.250" },
  writesOverageInWarning: { since: "2.1.299" },
  writesPermissionDenied: { since: "2.1.250" },
  writesHookStarted: { since: "2.1.20" },
  writesHookResponse: { since: "2.0.30" },
  /** `--include-hook-events` */
  writesAllHooks: { since: "2.1.120" },
  writesNotification: { since: "2.1.120" },
  writesCommandLifecycle: { since: "2.1.250" },
  /** The session state, if the environment asks for it: for everybody, or for the host alone. */
  writesSessionState: { since: "2.1.120" },
  writesHostState: { since: "2.1.285" },
  writesConversationReset: { since: "2.1.250" },
  /** `--resume-session-at` takes the uuid of a line, not the id of a message. */
  resumesAtUuid: { since: "2.0.0" },
  writesResetReason: { since: "2.1.325" },

  // Outcomes.
  /** A hook can end the turn before the call runs; the resumed session calls the hook again. */
  obeysHookDefer: { since: "2.1.89" },
  /** An `ask` rule from settings overrides a rule that allows the call. */
  obeysAskRules: { since: "2.1.74" },
  /** A rule like `Bash(touch:*)` does not allow writing the file. */
  guardsFiles: { since: "2.1.20", until: "2.1.200" },
  /** A shell command that may not run "requires approval"; before, it was refused like any other tool. */
  namesApproval: { since: "1.0.88" },
  /** The interrupted turn is an error, with a diagnosis. */
  failsInterrupted: { since: "2.1.120" },
  failsTurnLimit: { since: "2.1.120" },
  namesLastSchemaError: { since: "2.1.263" },
  /** The validator refuses a schema with an unknown keyword. */
  hasStrictSchemas: { since: "2.1.20" },
  /** Before, the validator refuses a schema with a `format`. */
  ignoresFormats: { since: "2.1.250" },
  /** The texts of a refusal with interrupt, and of a withdrawn request, are the CLI's own. */
  hidesRefusal: { since: "2.1.200" },
  refusesUnknownTasks: { until: "2.1.200" },
  hasOldRewind: { until: "2.1.20" },
  countsSkippedLinks: { since: "2.1.325" },
  hasApiProvider: { since: "2.1.120" },
  hasBuiltInMark: { since: "2.1.285" },
  hasPendingRequests: { since: "2.1.273" },
  hasUserModified: { since: "2.1.120" },
  /** An edit of a file that no call has shown is marked. */
  marksUnreadEdits: { since: "2.1.285" },
  hasMaxOutputTokens: { since: "2.1.20" },
  hasCostBasis: { since: "2.1.250" },
  hasThinkingTokens: { since: "2.1.263" },
  hasEphemeralTokens: { since: "2.1.312" },
  suggestsFetchRules: { since: "2.1.20" },
  suggestsFolders: { since: "2.1.20" },
  /** A command that writes a file is not suggested as a rule. */
  hidesCommandRule: { since: "2.1.20", until: "2.1.200" },
  hasHookSource: { since: "2.1.312" },
  suggestsPrefixes: { since: "2.1.74" },
  suggestsWildcards: { since: "2.1.120" },
  hasOutputExpectation: { since: "2.1.74" },
  repeatsPlan: { since: "2.1.120", until: "2.1.250" },
  hasTodoNudge: { since: "2.1.74" },
  hasAgentUsageDetails: { since: "2.1.74" },
  hasDetailsFirst: { since: "2.1.285" },
  hasCacheCreation: { since: "1.0.110" },
  hasInferenceDetails: { since: "2.1.74" },
  hasOutputDetails: { since: "2.1.250" },
  hasFallbackCredit: { since: "2.1.285" },
  countsWebFetches: { since: "2.0.76" },
  hasReadableOutput: { since: "2.1.74" },
  hasResolvedModel: { since: "2.1.200" },
  canContinueAgents: { since: "2.1.299" },
  /** The result of an agent names its type and counts its tools. */
  hasAgentType: { since: "2.1.120" },
  hasHarnessNotes: { since: "2.1.250" },
  listsAgentTools: { since: "2.1.312" },
  /** An agent's report is indented and marked as not written by the user. */
  framesReports: { since: "2.1.285" },
  hasUserTaskFolder: { since: "2.1.74" },
  hasTemporaryTaskFolder: { since: "2.1.120" },

  // Behaviour.
  /** An API error ends a sub-agent; before, the error was the agent's report. */
  failsAgents: { since: "2.1.200" },
  hasAgentErrorDetails: { since: "2.1.250" },
  hasLongAgentIds: { since: "2.1.74" },
  /** The line of a sub-agent's reply that was not streamed has its stop reason. */
  knowsWholeAgentStop: { until: "2.1.120" },
  /** A sub-agent repeats its request after a broken stream, and runs the calls of both replies. */
  runsAbandonedAgentCalls: { since: "2.1.120" },
  explainsBlockedPrompts: { since: "2.1.200" },
  hasPromptOutcome: { since: "2.1.299" },
  prefixesHookErrors: { since: "2.0.30", until: "2.1.285" },
  /** An overload has its own error name; 2.1.120 reports it as a rate limit. */
  namesOverloads: { since: "2.1.200" },
  explainsUnknownModel: { since: "2.1.74" },
  namesUnknownModel: { since: "2.1.325" },
  reportsWindowChange: { since: "2.1.325" },
  /** An input that is not JSON is kept under `__unparsedToolInput`. */
  keepsUnparsedInput: { since: "2.1.200" },
  addsReplaceAll: { since: "2.1.74" },
  /** Before, a resumed session takes its model from the stored replies, which do not name the window. */
  keepsWindowOnResume: { since: "2.1.273" },
  /** A shell in the background writes its output to a file. */
  writesShellOutput: { since: "2.1.74" },
  hasElicitations: { since: "2.1.120" },
  hasUrlElicitations: { since: "2.1.325" },
  /** Before, a request that is no longer needed stays open at the host. */
  withdrawsElicitations: { since: "2.1.325" },
  hasQuestionTool: { since: "2.0.76" },
  /** The question tool is offered without a host to ask, and denied. */
  offersQuestionsAlways: { until: "2.1.200" },
  hasProgressToken: { since: "2.1.74" },
} as const;

export type Feature = keyof typeof FEATURES;

export interface VersionQuirks {
  readonly version: string;
  has(feature: Feature): boolean;
  /** Returns the entry of the newest version that is not newer than this one, else the oldest entry. */
  choose<Value>(byVersion: Readonly<Record<string, Value>>): Value;
}

/** A cache, because every line asks for the quirks of its version. */
const known = new Map<string, VersionQuirks>();

export function getQuirks(version: string): VersionQuirks {
  const before = known.get(version);
  if (before !== undefined) return before;
  const present = new Set<string>();
  for (const [feature, span] of Object.entries<Span>(FEATURES)) {
    if (span.since !== undefined && isOlder(version, span.since)) continue;
    if (span.until !== undefined && !isOlder(version, span.until)) continue;
    present.add(feature);
  }
  const quirks: VersionQuirks = {
    version,
    has: (feature) => present.has(feature),
    choose: (byVersion) => chooseByVersion(version, byVersion),
  };
  known.set(version, quirks);
  return quirks;
}

/** Returns the name of the tool that starts a sub-agent. `system/init` lists it as `Task` in every version. */
export function getAgentToolName(version: string): string {
  return chooseByVersion(version, { "1.0.128": "Task", "2.1.74": "Agent" });
}

/** Whether a version is older than another, number by number. */
export function isOlder(version: string, than: string): boolean {
  return toRank(version) < toRank(than);
}

/** A cache, because the same few versions are compared some hundred times before the first line. */
const ranks = new Map<string, number>();

function toRank(version: string): number {
  const before = ranks.get(version);
  if (before !== undefined) return before;
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const rank = (major * 1e6 + minor) * 1e6 + patch;
  ranks.set(version, rank);
  return rank;
}

function chooseByVersion<Value>(version: string, byVersion: Readonly<Record<string, Value>>): Value {
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

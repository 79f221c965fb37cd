// The choices of each version between behaviours: the order of lines, what waits for what, what ends the process. The
// shapes of lines are in version-quirks.ts and line-fields.ts. Each entry holds from its version on.

import { getQuirks } from "./version-quirks.ts";

export interface VersionOrdering {
  /** When a call begins to run: before or after the end of its block, or when the whole message is there. */
  readonly toolsStart: "block-line" | "block-stop" | "message-stop";
  /** Finished lines have the stop reason: all without a stream and in sub-agents, otherwise the last one. */
  readonly knowsStopReason: boolean;
  /** Token counts of agents and of `/compact` come from finished lines, which lack the final usage. */
  readonly countsFromLines: boolean;
  /** Where the tokens of a cut answer count: in the total, also in the turn's usage, or nowhere. */
  readonly countsCut: "all" | "total" | "none";
  /** The usage of a result: of complete messages, of all messages as far as they arrived, or of the last one so far. */
  readonly turnUsage: "whole" | "begun" | "last";
  /** A call gets an error result if an answer without a stream replaces its message. */
  readonly endsAbandonedCalls: boolean;
  /** Queued prompts are answered together. */
  readonly mergesQueuedPrompts: boolean;
  /** When a prompt that arrives while tools run is read: with their results, at the end of the turn, or in the next turn. */
  readonly midTurn: "with-results" | "asked-again" | "next-turn";
  /** Priorities of user messages are supported. */
  readonly hasPriorities: boolean;
  /** A message with a uuid that was used before is dropped silently. */
  readonly dropsUsedUuids: boolean;
  /** `shouldQuery: false` is obeyed. */
  readonly obeysShouldQuery: boolean;
  /** When `--replay-user-messages` echoes prompts: before the reply, or only before its first finished block. */
  readonly replays: "before-message" | "before-first-block";
  readonly echoesControlResponses: boolean;
  /** How a text block of white space is written: not at all, or as "(no content)". */
  readonly blankText: "left-out" | "named";
  /** The model is asked again, once, after a reply without visible text. */
  readonly asksForVisible: boolean;
  /** How a broken connection is handled. */
  readonly brokenStream: "resumed" | "retried" | "fallback";
  /** Where the tokens of the answer that replaces a cut one count: in the total, also in the turn's usage, or nowhere. */
  readonly countsFallback: "all" | "total" | "none";
  /** A request that was refused is repeated with a stream; before, without one. */
  readonly retriesStreaming: boolean;
  /** When `--fallback-model` is used: for every failure, for overloads, for overloads of Opus but in vain, or never. */
  readonly fallsBack: "all" | "overloads" | "fails" | "never";
  /** A 401 is retried. */
  readonly retriesUnauthorized: boolean;
  /** An interrupted text is written as far as it arrived. */
  readonly keepsCutText: boolean;
  /** The stream of an interrupted message is closed. */
  readonly closesInterrupted: boolean;
  /** SIGINT in a turn writes a result before the exit. */
  readonly sigintWritesResult: boolean;
  /**
   * The results of background work: one for each task, one when all have ended, only the end of each task with the next
   * prompt and no wait at the end of input, the end of the process, or no background work at all.
   */
  readonly backgroundResults: "each" | "last" | "with-prompt" | "fatal" | "none";
  /** The background tasks that keep a session in the state `running`. */
  readonly busyWhile: "tasks" | "agents" | "nothing";
  /** The state `requires_action` is reported before the request that causes it. */
  readonly reportsActionFirst: boolean;
  /** Lines of sub-agents in the background are written. */
  readonly showsBackgroundAgents: boolean;
  readonly showsNestedAgents: boolean;
  readonly hasNestedAgents: boolean;
  readonly forwardsAgentText: boolean;
  /** The tool that was running in a killed agent gets a result too. */
  readonly endsKilledTools: boolean;
  /** The turn ends with the accepted structured output. */
  readonly endsWithStructured: boolean;
  /** A model that ends without structured output is asked for it: once in a turn, or until it gives it. */
  readonly enforcesStructured: "once" | "always";
  /** Five of these make the turn fail: calls for structured output, or calls that failed. */
  readonly countsTries: "calls" | "failures";
  /** The reply with the last attempt is written without its end. */
  readonly exhaustionCutsMessage: boolean;
  /** A turn without the required structured output also fails by its exit code. */
  readonly failsExhausted: boolean;
  /** A hook asks the model for structured output, and its failure is shown. */
  readonly enforcesByHook: boolean;
  /** Where the tokens of the last failed structured output count: in the total, also in the turn's usage, or nowhere. */
  readonly countsLastFailure: "all" | "total" | "none";
  /** How `stop_reason: max_tokens` is handled. */
  readonly maxTokens: "noted" | "silent" | "error-and-on" | "error";
  /** How `stop_reason: tool_use` without a call is handled. */
  readonly malformedCall: "retracted" | "noted" | "ends";
  readonly refusal: "noted" | "error";
  /** The reply that exhausts the budget is written without its end. */
  readonly budgetCutsMessage: boolean;
  readonly totalSurvivesResume: boolean;
  /** The turns of a result: one plus the user lines of the turn, all messages minus one, or all messages minus prompts. */
  readonly countsTurns: "own" | "session" | "lines";
  /** A hidden but counted reminder of the todo list comes after seven lines, or after seven that are not thinking. */
  readonly reminds: "after-lines" | "after-text" | "never";
  /** Turns of a local command's result: none, or all messages. */
  readonly countsCommands: "none" | "messages";
  /** A failed shell's output begins with its exit code. */
  readonly includesExitCodes: boolean;
  /** `initialize` is answered. */
  readonly hasInitialize: boolean;
  readonly initializesOnce: boolean;
  /** The first message to an in-process MCP server comes before the answer to `initialize`. */
  readonly asksMcpFirst: boolean;
  readonly unknownInputIsFatal: boolean;
  /** A prompt of several blocks ends the process. */
  readonly takesOneBlock: boolean;
  readonly blankInput: "ignored" | "ignored-if-empty" | "fatal";
  /** Whether stderr quotes a line that is not JSON, or only gives its length. */
  readonly quotesBadInput: boolean;
  /** How unknown control requests are handled. */
  readonly unknownRequests: "refused" | "silent";
  readonly answersSetModel: boolean;
  readonly checksModes: boolean;
  /** `bypassPermissions` is refused unless the process started with it. */
  readonly refusesBypass: boolean;
  /** A change of model is reported as a user message: always, or after the first turn. */
  readonly reportsModelChange: "always" | "after-turn" | "never";
  /** A change of the permission mode by the host is reported to the host. */
  readonly reportsModeChange: boolean;
  /** `set_permission_mode` is answered twice. */
  readonly answersModeTwice: boolean;
  readonly interruptReportsQueue: boolean;
  /** A queued prompt can be cancelled. */
  readonly cancelsPrompts: boolean;
  /** A hook's refusal is listed among the result's denials. */
  readonly countsHookDenials: boolean;
  /** A hook that decides `ask` makes the CLI ask the host in every mode; before, `ask` was ignored. */
  readonly obeysHookAsk: boolean;
  /** When a hook can change the input: never, if it also allows the call, or always. */
  readonly obeysHookInput: "never" | "allowed" | "always";
  readonly obeysHookOutput: boolean;
  /** `deny` with `interrupt` ends the turn. */
  readonly obeysRefusal: boolean;
  /** `allow` without an input is a refusal; later versions run the original input. */
  readonly allowNeedsInput: boolean;
  /** The effort that the input of a hook names. */
  readonly hookEffort: "high" | "medium" | undefined;
  /** Structured content of an MCP tool: ignored, replaces its content, or replaces its text and keeps its images. */
  readonly structuredContent: "ignored" | "text" | "blocks";
  /** Messages that a local command leaves in the history beside itself, as the results of old versions count them. */
  readonly commandMessages: Readonly<Record<"print" | "unknown" | "compact", number>>;
  /** Tokens after `/compact`, measured after a short session: most of them are the CLI's own texts. */
  readonly compactedTokens: number | undefined;
  readonly hasClear: boolean;
  /** The output of `/cost` and `/context`: an assistant message, or a user message. */
  readonly commandAnswers: "assistant" | "user";
  readonly unknownCommands: "model" | "result" | "empty";
  readonly replaysCompact: boolean;
  /** `/compact` fails with this number of messages or fewer. 0: it never fails. */
  readonly compactNeedsMessages: number;
  readonly writesCompacting: boolean;
  /** In versions that count the whole session, the summary replaces one message. */
  readonly forgetsCompacted: boolean;
  /** The boundary, the summary and the command's output are written. */
  readonly writesCompacted: boolean;
}

export function getOrdering(version: string): VersionOrdering {
  const quirks = getQuirks(version);
  return {
    toolsStart: quirks.choose({ "1.0.128": "message-stop", "2.1.200": "block-line", "2.1.325": "block-stop" }),
    knowsStopReason: quirks.choose({ "1.0.128": true, "2.1.20": false }),
    countsFromLines: quirks.choose({ "1.0.128": false, "2.1.20": true, "2.1.74": false }),
    countsCut: quirks.choose({ "1.0.128": "total", "2.0.76": "none", "2.1.200": "total", "2.1.299": "all" }),
    turnUsage: quirks.choose({ "1.0.60": "begun", "1.0.88": "last", "1.0.128": "whole" }),
    endsAbandonedCalls: quirks.choose({ "1.0.128": true, "2.0.76": false }),
    mergesQueuedPrompts: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    midTurn: quirks.choose({
      "1.0.60": "next-turn",
      "1.0.88": "asked-again",
      "1.0.110": "next-turn",
      "1.0.128": "asked-again",
      "2.1.20": "with-results",
    }),
    hasPriorities: quirks.choose({ "1.0.128": false, "2.1.74": true }),
    dropsUsedUuids: quirks.choose({ "1.0.128": false, "2.1.74": true }),
    obeysShouldQuery: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    replays: quirks.choose({ "1.0.128": "before-first-block", "2.1.200": "before-message" }),
    echoesControlResponses: quirks.choose({ "1.0.128": false, "2.0.76": true }),
    blankText: quirks.choose({ "1.0.128": "named", "2.1.74": "left-out" }),
    asksForVisible: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    brokenStream: quirks.choose({ "1.0.128": "fallback", "2.1.200": "retried", "2.1.299": "resumed" }),
    countsFallback: quirks.choose({ "1.0.128": "none", "2.1.120": "total", "2.1.200": "all" }),
    retriesStreaming: quirks.choose({ "1.0.128": false, "2.1.20": true }),
    fallsBack: quirks.choose({ "1.0.128": "never", "2.1.20": "fails", "2.1.120": "overloads", "2.1.200": "all" }),
    retriesUnauthorized: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    keepsCutText: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    closesInterrupted: quirks.choose({ "1.0.128": false, "2.1.299": true }),
    sigintWritesResult: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    backgroundResults: quirks.choose({
      "1.0.128": "none",
      "2.0.76": "fatal",
      "2.1.20": "with-prompt",
      "2.1.74": "last",
      "2.1.200": "each",
    }),
    busyWhile: quirks.choose({ "2.1.120": "tasks", "2.1.200": "nothing", "2.1.273": "agents" }),
    reportsActionFirst: quirks.choose({ "2.1.120": false, "2.1.200": true }),
    showsBackgroundAgents: quirks.choose({ "1.0.128": false, "2.1.200": true }),
    showsNestedAgents: quirks.choose({ "1.0.128": false, "2.1.250": true }),
    hasNestedAgents: quirks.choose({ "1.0.128": false, "2.1.200": true }),
    forwardsAgentText: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    endsKilledTools: quirks.choose({ "1.0.128": true, "2.1.200": false }),
    endsWithStructured: quirks.choose({ "1.0.128": false, "2.1.200": true }),
    enforcesStructured: quirks.choose({ "1.0.128": "always", "2.1.200": "once" }),
    countsTries: quirks.choose({ "1.0.128": "calls", "2.1.120": "failures" }),
    exhaustionCutsMessage: quirks.choose({ "1.0.128": false, "2.1.200": true, "2.1.312": false }),
    failsExhausted: quirks.choose({ "1.0.128": false, "2.1.74": true }),
    enforcesByHook: quirks.choose({ "1.0.128": true, "2.1.200": false }),
    countsLastFailure: quirks.choose({ "1.0.128": "all", "2.1.200": "none", "2.1.250": "total" }),
    maxTokens: quirks.choose({ "1.0.128": "error", "2.1.20": "error-and-on", "2.1.74": "silent", "2.1.273": "noted" }),
    malformedCall: quirks.choose({ "1.0.128": "ends", "2.1.200": "noted", "2.1.325": "retracted" }),
    refusal: quirks.choose({ "1.0.128": "error", "2.1.325": "noted" }),
    budgetCutsMessage: quirks.choose({
      "1.0.128": false,
      "2.1.250": true,
      "2.1.263": false,
      "2.1.285": true,
      "2.1.312": false,
    }),
    totalSurvivesResume: quirks.choose({ "1.0.128": false, "2.1.285": true }),
    countsTurns: quirks.choose({ "1.0.60": "lines", "1.0.88": "session", "2.0.30": "own" }),
    reminds: quirks.choose({ "1.0.60": "never", "1.0.110": "after-lines", "1.0.128": "after-text" }),
    countsCommands: quirks.choose({ "1.0.128": "messages", "2.1.120": "none" }),
    includesExitCodes: quirks.choose({ "1.0.128": false, "2.0.30": true }),
    hasInitialize: quirks.choose({ "1.0.60": false, "1.0.88": true }),
    initializesOnce: quirks.choose({ "1.0.128": true, "2.1.325": false }),
    asksMcpFirst: quirks.choose({ "1.0.128": false, "2.0.76": true }),
    takesOneBlock: quirks.choose({ "1.0.60": true, "1.0.88": false }),
    unknownInputIsFatal: quirks.choose({ "1.0.128": true, "2.1.74": false }),
    blankInput: quirks.choose({ "1.0.128": "fatal", "2.1.74": "ignored-if-empty", "2.1.325": "ignored" }),
    quotesBadInput: quirks.choose({ "1.0.128": true, "2.1.325": false }),
    unknownRequests: quirks.choose({ "1.0.128": "silent", "2.1.74": "refused" }),
    answersSetModel: quirks.choose({ "1.0.128": false, "2.1.312": true }),
    refusesBypass: quirks.choose({ "1.0.128": true, "2.0.76": false, "2.1.200": true }),
    reportsModelChange: quirks.choose({ "1.0.128": "never", "2.1.74": "always", "2.1.250": "after-turn" }),
    checksModes: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    reportsModeChange: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    answersModeTwice: quirks.choose({ "1.0.128": true, "2.1.74": false }),
    interruptReportsQueue: quirks.choose({ "1.0.128": false, "2.1.250": true }),
    cancelsPrompts: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    countsHookDenials: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    obeysHookAsk: quirks.choose({ "1.0.128": false, "2.1.120": true }),
    obeysHookInput: quirks.choose({ "1.0.128": "never", "2.0.76": "allowed", "2.1.20": "always" }),
    obeysHookOutput: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    obeysRefusal: quirks.choose({ "1.0.88": false, "1.0.110": true }),
    allowNeedsInput: quirks.choose({ "1.0.128": true, "2.1.325": false }),
    hookEffort: quirks.choose({ "1.0.128": undefined, "2.1.200": "high", "2.1.285": "medium" }),
    structuredContent: quirks.choose({ "1.0.128": "ignored", "2.1.74": "text", "2.1.200": "blocks" }),
    commandMessages: quirks.choose({
      "1.0.88": { print: 3, unknown: 1, compact: 2 },
      "1.0.110": { print: 3, unknown: 1, compact: 4 },
      "1.0.128": { print: 3, unknown: 1, compact: 7 },
      "2.0.30": { print: 3, unknown: 1, compact: 6 },
      "2.1.74": { print: 2, unknown: 2, compact: 4 },
    }),
    compactedTokens: quirks.choose({ "1.0.128": undefined, "2.1.120": 117, "2.1.200": 587, "2.1.325": 2593 }),
    hasClear: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    commandAnswers: quirks.choose({ "1.0.128": "user", "2.1.74": "assistant" }),
    unknownCommands: quirks.choose({ "1.0.128": "empty", "2.1.74": "result", "2.1.325": "model" }),
    replaysCompact: quirks.choose({ "1.0.128": false, "2.1.325": true }),
    compactNeedsMessages: quirks.choose({ "1.0.128": 0, "2.1.200": 2, "2.1.325": 0 }),
    forgetsCompacted: quirks.choose({ "1.0.88": false, "1.0.110": true, "2.0.30": false }),
    writesCompacted: quirks.choose({ "1.0.110": false, "1.0.128": true }),
    writesCompacting: quirks.choose({ "1.0.128": false, "2.0.76": true }),
  };
}

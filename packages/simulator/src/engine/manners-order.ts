// What differs between the versions of the CLI in the order of things: who waits for whom, what is taken together, what
// ends the process. Shapes of lines are manners.ts's business. Each entry holds from its version on.

import { mannersOf } from "./manners.ts";

export interface OrderManners {
  /** When a call begins to run: before or after the end of its block, or when the whole message is there. */
  readonly toolsStart: "block-line" | "block-stop" | "message-stop";
  /** Finished lines know how their message ended: all where nothing streams and in sub-agents, else the last one. */
  readonly endsKnown: boolean;
  /** Figures of agents and of `/compact` are taken from finished lines, which do not know how their message ended. */
  readonly countsFromLines: boolean;
  /** The tokens of a cut answer: in the total, also in the turn's usage, or nowhere. */
  readonly countsCut: "all" | "total" | "none";
  /** A result's usage: of the turn's whole messages, of all of them as far as they came, or of the last as far as it came. */
  readonly turnUsage: "whole" | "begun" | "last";
  /** A call whose message was given up for an answer without a stream gets an error of its own. */
  readonly endsVoidCalls: boolean;
  /** Prompts that wait are answered together. */
  readonly mergesQueued: boolean;
  /** A prompt that came while tools ran: read with their results, answered at the end of the turn, or in the next one. */
  readonly midTurn: "with-results" | "asked-again" | "next-turn";
  /** Priorities of user messages mean something. */
  readonly hasPriorities: boolean;
  /** A message with a uuid that was used before is dropped without a word. */
  readonly dropsUsedUuids: boolean;
  /** `shouldQuery: false` is obeyed. */
  readonly obeysShouldQuery: boolean;
  /** `--replay-user-messages`: before the model speaks, or only before its first finished block. */
  readonly replays: "before-message" | "before-first-block";
  readonly echoesControlResponses: boolean;
  /** A text block of nothing but white space: no line, or a line that says so. */
  readonly blankText: "left-out" | "named";
  /** A reply that shows nothing is asked for again, once. */
  readonly asksForVisible: boolean;
  /** What a cut connection leads to. */
  readonly brokenStream: "resumed" | "retried" | "fallback";
  /** The tokens of the answer that replaces a cut one, without a stream: in the total, also in the turn's usage, or nowhere. */
  readonly countsFallback: "all" | "total" | "none";
  /** The first overload of a turn: tried again, or asked for without a stream. */
  readonly retriesStreaming: boolean;
  /** `--fallback-model`: for every failure, for overloads, for those of Opus and in vain, or never. */
  readonly fallsBack: "all" | "overloads" | "fails" | "never";
  /** 401 is worth trying again. */
  readonly retriesUnauthorized: boolean;
  /** A text that an interruption cut is told as far as it came. */
  readonly keepsCutText: boolean;
  /** The stream of an interrupted message is closed. */
  readonly closesInterrupted: boolean;
  /** SIGINT in a turn writes a result before the end. */
  readonly sigintWritesResult: boolean;
  /**
   * What comes of work in the background: a result for each, one result when all have ended, nothing but its end with the
   * next prompt and no waiting at the end of input, the end of the process, or no such work at all.
   */
  readonly backgroundResults: "each" | "last" | "with-prompt" | "fatal" | "none";
  /** What in the background makes a session one that is at work. */
  readonly worksWhile: "tasks" | "agents" | "nothing";
  /** That the host must act is told before it is asked. */
  readonly tellsActionFirst: boolean;
  /** Lines of sub-agents in the background, and of those nested in others. */
  readonly showsBackgroundAgents: boolean;
  readonly showsNestedAgents: boolean;
  readonly hasNestedAgents: boolean;
  readonly forwardsAgentText: boolean;
  /** The tool that was running in a killed agent gets a result too. */
  readonly endsKilledTools: boolean;
  /** The turn ends with the accepted structured output. */
  readonly endsWithStructured: boolean;
  /** A model that ends without structured output is told to give it: once in a turn, or until it obeys. */
  readonly insistsOnStructured: "once" | "always";
  /** What five of make the turn fail: calls for structured output, or those that failed. */
  readonly countsTries: "calls" | "failures";
  /** The answer with the last try is told without its end. */
  readonly exhaustionCutsMessage: boolean;
  /** A turn without the structured output that was asked for is told by the exit code, too. */
  readonly failsExhausted: boolean;
  /** A model that is told to give structured output is told so by a hook, whose failure is shown. */
  readonly insistsByHook: boolean;
  /** The tokens of the last failed try of structured output: in the total, also in the turn's usage, or nowhere. */
  readonly countsLastFailure: "all" | "total" | "none";
  /** What `stop_reason: max_tokens` leads to. */
  readonly maxTokens: "noted" | "silent" | "error-and-on" | "error";
  /** `stop_reason: tool_use` without a call. */
  readonly malformedCall: "retracted" | "noted" | "ends";
  readonly refusal: "noted" | "error";
  /** The answer that uses up the budget is told without its end. */
  readonly budgetCutsMessage: boolean;
  readonly totalSurvivesResume: boolean;
  /** Turns of a result: user lines of this turn and one, all messages of the session but one, or but the prompts. */
  readonly countsTurns: "own" | "session" | "lines";
  /** After seven lines, or seven that are no thoughts, the model is reminded of its list: unseen, but counted. */
  readonly reminds: "after-lines" | "after-words" | "never";
  /** Turns of a local command's result: none, or all messages. */
  readonly countsCommands: "none" | "messages";
  /** A failed shell's output begins with its exit code. */
  readonly tellsExitCodes: boolean;
  /** `initialize` is answered. */
  readonly hasInitialize: boolean;
  readonly initializesOnce: boolean;
  /** The first message to an in-process MCP server comes before the answer to `initialize`. */
  readonly asksMcpFirst: boolean;
  readonly unknownInputIsFatal: boolean;
  /** A prompt of several blocks ends the process. */
  readonly takesOneBlock: boolean;
  readonly blankInput: "ignored" | "ignored-if-empty" | "fatal";
  /** What stderr says about a line that is no JSON: the line itself, or only its length. */
  readonly quotesBadInput: boolean;
  /** Control requests that are not known. */
  readonly unknownRequests: "refused" | "silent";
  readonly modelsAnswerTold: boolean;
  readonly checksModes: boolean;
  /** `bypassPermissions` is out of reach unless the process began with it. */
  readonly refusesBypass: boolean;
  /** A change of model is told in the user's place: always, or once there has been a turn. */
  readonly tellsModelSet: "always" | "after-turn" | "never";
  /** A change of mode by the host is told to the host. */
  readonly tellsModeSet: boolean;
  /** `set_permission_mode` is answered twice. */
  readonly answersModeTwice: boolean;
  readonly interruptTellsQueue: boolean;
  /** A prompt in the queue can be taken back. */
  readonly cancelsPrompts: boolean;
  /** A hook's refusal is listed among the result's denials. */
  readonly countsHookDenials: boolean;
  /** `ask` of a hook has the host asked in every mode; before, it was no decision. */
  readonly obeysHookAsk: boolean;
  /** A hook changes the input: if it also allows the call, or in any case. */
  readonly obeysHookInput: "never" | "allowed" | "always";
  readonly obeysHookOutput: boolean;
  /** `deny` with `interrupt` ends the turn. */
  readonly obeysRefusal: boolean;
  /** `allow` without a changed input runs the original; before, it was a refusal. */
  readonly allowNeedsInput: boolean;
  readonly hasClear: boolean;
  /** Answers of `/cost` and `/context`: in the model's place, or in the user's. */
  readonly commandAnswers: "assistant" | "user";
  readonly unknownCommands: "model" | "result" | "empty";
  readonly replaysCompact: boolean;
  /** With no more messages than these there is nothing for `/compact` to do. */
  readonly compactNeedsMessages: number;
  readonly tellsCompacting: boolean;
  /** Where the whole session is counted: the summary takes the place of one message that was. */
  readonly forgetsCompacted: boolean;
  /** The boundary, the summary and the command's words are shown. */
  readonly tellsCompacted: boolean;
}

export function orderMannersOf(version: string): OrderManners {
  const manners = mannersOf(version);
  return {
    toolsStart: manners.choose({ "1.0.128": "message-stop", "2.1.200": "block-line", "2.1.325": "block-stop" }),
    endsKnown: manners.choose({ "1.0.128": true, "2.1.20": false }),
    countsFromLines: manners.choose({ "1.0.128": false, "2.1.20": true, "2.1.74": false }),
    countsCut: manners.choose({ "1.0.128": "total", "2.0.76": "none", "2.1.200": "total", "2.1.299": "all" }),
    turnUsage: manners.choose({ "1.0.60": "begun", "1.0.88": "last", "1.0.128": "whole" }),
    endsVoidCalls: manners.choose({ "1.0.128": true, "2.0.76": false }),
    mergesQueued: manners.choose({ "1.0.128": false, "2.1.120": true }),
    midTurn: manners.choose({
      "1.0.60": "next-turn",
      "1.0.88": "asked-again",
      "1.0.110": "next-turn",
      "1.0.128": "asked-again",
      "2.1.20": "with-results",
    }),
    hasPriorities: manners.choose({ "1.0.128": false, "2.1.74": true }),
    dropsUsedUuids: manners.choose({ "1.0.128": false, "2.1.74": true }),
    obeysShouldQuery: manners.choose({ "1.0.128": false, "2.1.325": true }),
    replays: manners.choose({ "1.0.128": "before-first-block", "2.1.200": "before-message" }),
    echoesControlResponses: manners.choose({ "1.0.128": false, "2.0.76": true }),
    blankText: manners.choose({ "1.0.128": "named", "2.1.74": "left-out" }),
    asksForVisible: manners.choose({ "1.0.128": false, "2.1.325": true }),
    brokenStream: manners.choose({ "1.0.128": "fallback", "2.1.200": "retried", "2.1.299": "resumed" }),
    countsFallback: manners.choose({ "1.0.128": "none", "2.1.120": "total", "2.1.200": "all" }),
    retriesStreaming: manners.choose({ "1.0.128": false, "2.1.20": true }),
    fallsBack: manners.choose({ "1.0.128": "never", "2.1.20": "fails", "2.1.120": "overloads", "2.1.200": "all" }),
    retriesUnauthorized: manners.choose({ "1.0.128": false, "2.1.325": true }),
    keepsCutText: manners.choose({ "1.0.128": false, "2.1.120": true }),
    closesInterrupted: manners.choose({ "1.0.128": false, "2.1.299": true }),
    sigintWritesResult: manners.choose({ "1.0.128": false, "2.1.120": true }),
    backgroundResults: manners.choose({
      "1.0.128": "none",
      "2.0.76": "fatal",
      "2.1.20": "with-prompt",
      "2.1.74": "last",
      "2.1.200": "each",
    }),
    worksWhile: manners.choose({ "2.1.120": "tasks", "2.1.200": "nothing", "2.1.273": "agents" }),
    tellsActionFirst: manners.choose({ "2.1.120": false, "2.1.200": true }),
    showsBackgroundAgents: manners.choose({ "1.0.128": false, "2.1.200": true }),
    showsNestedAgents: manners.choose({ "1.0.128": false, "2.1.250": true }),
    hasNestedAgents: manners.choose({ "1.0.128": false, "2.1.200": true }),
    forwardsAgentText: manners.choose({ "1.0.128": false, "2.1.120": true }),
    endsKilledTools: manners.choose({ "1.0.128": true, "2.1.200": false }),
    endsWithStructured: manners.choose({ "1.0.128": false, "2.1.200": true }),
    insistsOnStructured: manners.choose({ "1.0.128": "always", "2.1.200": "once" }),
    countsTries: manners.choose({ "1.0.128": "calls", "2.1.120": "failures" }),
    exhaustionCutsMessage: manners.choose({ "1.0.128": false, "2.1.200": true, "2.1.312": false }),
    failsExhausted: manners.choose({ "1.0.128": false, "2.1.74": true }),
    insistsByHook: manners.choose({ "1.0.128": true, "2.1.200": false }),
    countsLastFailure: manners.choose({ "1.0.128": "all", "2.1.200": "none", "2.1.250": "total" }),
    maxTokens: manners.choose({ "1.0.128": "error", "2.1.20": "error-and-on", "2.1.74": "silent", "2.1.273": "noted" }),
    malformedCall: manners.choose({ "1.0.128": "ends", "2.1.200": "noted", "2.1.325": "retracted" }),
    refusal: manners.choose({ "1.0.128": "error", "2.1.325": "noted" }),
    budgetCutsMessage: manners.choose({
      "1.0.128": false,
      "2.1.250": true,
      "2.1.263": false,
      "2.1.285": true,
      "2.1.312": false,
    }),
    totalSurvivesResume: manners.choose({ "1.0.128": false, "2.1.285": true }),
    countsTurns: manners.choose({ "1.0.60": "lines", "1.0.88": "session", "2.0.30": "own" }),
    reminds: manners.choose({ "1.0.60": "never", "1.0.110": "after-lines", "1.0.128": "after-words" }),
    countsCommands: manners.choose({ "1.0.128": "messages", "2.1.120": "none" }),
    tellsExitCodes: manners.choose({ "1.0.128": false, "2.0.30": true }),
    hasInitialize: manners.choose({ "1.0.60": false, "1.0.88": true }),
    initializesOnce: manners.choose({ "1.0.128": true, "2.1.325": false }),
    asksMcpFirst: manners.choose({ "1.0.128": false, "2.0.76": true }),
    takesOneBlock: manners.choose({ "1.0.60": true, "1.0.88": false }),
    unknownInputIsFatal: manners.choose({ "1.0.128": true, "2.1.74": false }),
    blankInput: manners.choose({ "1.0.128": "fatal", "2.1.74": "ignored-if-empty", "2.1.325": "ignored" }),
    quotesBadInput: manners.choose({ "1.0.128": true, "2.1.325": false }),
    unknownRequests: manners.choose({ "1.0.128": "silent", "2.1.74": "refused" }),
    modelsAnswerTold: manners.choose({ "1.0.128": false, "2.1.312": true }),
    refusesBypass: manners.choose({ "1.0.128": true, "2.0.76": false, "2.1.200": true }),
    tellsModelSet: manners.choose({ "1.0.128": "never", "2.1.74": "always", "2.1.250": "after-turn" }),
    checksModes: manners.choose({ "1.0.128": false, "2.1.325": true }),
    tellsModeSet: manners.choose({ "1.0.128": false, "2.1.120": true }),
    answersModeTwice: manners.choose({ "1.0.128": true, "2.1.74": false }),
    interruptTellsQueue: manners.choose({ "1.0.128": false, "2.1.250": true }),
    cancelsPrompts: manners.choose({ "1.0.128": false, "2.1.120": true }),
    countsHookDenials: manners.choose({ "1.0.128": false, "2.1.120": true }),
    obeysHookAsk: manners.choose({ "1.0.128": false, "2.1.120": true }),
    obeysHookInput: manners.choose({ "1.0.128": "never", "2.0.76": "allowed", "2.1.20": "always" }),
    obeysHookOutput: manners.choose({ "1.0.128": false, "2.1.325": true }),
    obeysRefusal: manners.choose({ "1.0.88": false, "1.0.110": true }),
    allowNeedsInput: manners.choose({ "1.0.128": true, "2.1.325": false }),
    hasClear: manners.choose({ "1.0.128": false, "2.1.325": true }),
    commandAnswers: manners.choose({ "1.0.128": "user", "2.1.74": "assistant" }),
    unknownCommands: manners.choose({ "1.0.128": "empty", "2.1.74": "result", "2.1.325": "model" }),
    replaysCompact: manners.choose({ "1.0.128": false, "2.1.325": true }),
    compactNeedsMessages: manners.choose({ "1.0.128": 0, "2.1.200": 2, "2.1.325": 0 }),
    forgetsCompacted: manners.choose({ "1.0.88": false, "1.0.110": true, "2.0.30": false }),
    tellsCompacted: manners.choose({ "1.0.110": false, "1.0.128": true }),
    tellsCompacting: manners.choose({ "1.0.128": false, "2.0.76": true }),
  };
}

// What users can name, pinned: a change here is a change of the public interface and needs a changeset that says so.
import * as protocol from "@unspool/protocol";
import * as approval from "@unspool/protocol/approval";
import * as redact from "@unspool/protocol/redact";
import * as store from "@unspool/protocol/store";
import * as stream from "@unspool/protocol/stream";
import * as web from "@unspool/protocol/web";
import { describe, expect, it } from "vitest";
import { typeNames } from "./workspace.ts";

describe("the public surface of @unspool/protocol", () => {
  it("exports these values", () => {
    expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
      [
        "ENCODE_ERROR_CODES",
        "EVENT_TYPES",
        "EncodeError",
        "MALFORMED_REASONS",
        "agentTree",
        "assistantTextOf",
        "costByModel",
        "createDecoder",
        "createLineNormalizer",
        "decode",
        "decodeDoubleEncoded",
        "encode",
        "endSession",
        "failedTools",
        "finalText",
        "initialState",
        "isKnownBlock",
        "mcpHealth",
        "openTools",
        "originalOf",
        "parse",
        "pendingPermissions",
        "reduce",
        "sessionIdOf",
        "startsAgent",
        "summarizeToolCall",
        "toolHealth",
        "toolResultText",
        "toolResultsOf",
        "toolUsesOf",
        "transcriptOf",
        "usageByAgent",
        "usageByModel",
      ]
    `);
  });

  it("exports these types", () => {
    expect(typeNames("index.ts")).toMatchInlineSnapshot(`
      [
        "Activity",
        "AgentNode",
        "AgentState",
        "AgentUsage",
        "AllowOptions",
        "AnswerEncoders",
        "BackgroundTask",
        "CompactionEvent",
        "ContentBlock",
        "ContentBlockEvent",
        "Context",
        "ControlRequestEvent",
        "ControlResponseEvent",
        "Counts",
        "Decoder",
        "DecoderOptions",
        "DecoderStats",
        "DeferredCall",
        "DenyOptions",
        "DocumentedEncoders",
        "Encode",
        "EncodeErrorCode",
        "Event",
        "EventCommon",
        "EventOf",
        "EventType",
        "HookEndEvent",
        "HookProgressEvent",
        "HookStartEvent",
        "ImageInput",
        "ImageMediaType",
        "InputMessage",
        "InterruptOptions",
        "Json",
        "JsonArray",
        "JsonObject",
        "Ledger",
        "LineNormalizer",
        "List",
        "MalformedEvent",
        "MalformedReason",
        "McpCallOptions",
        "McpServerHealth",
        "MessageEndEvent",
        "MessageRetractedEvent",
        "MessageStartEvent",
        "ModelEntry",
        "ModelFigures",
        "ModelUsage",
        "ModelUsed",
        "NoticeEvent",
        "Open",
        "OutputMessage",
        "Overage",
        "Parsed",
        "PendingRequest",
        "PermissionCancelEvent",
        "PermissionDenial",
        "PermissionDeniedEvent",
        "PermissionMode",
        "PermissionRequestEvent",
        "PermissionUpdate",
        "RateLimitEvent",
        "ReadFileOptions",
        "ReloadPluginsOptions",
        "RenameOptions",
        "RepoRootOptions",
        "RequestEncoders",
        "RetryEvent",
        "SessionInitEvent",
        "SessionState",
        "SessionStateEvent",
        "SessionStatus",
        "SessionStatusEvent",
        "Setup",
        "SilentReason",
        "Table",
        "TaskEndEvent",
        "TaskProgressEvent",
        "TaskStartEvent",
        "TaskState",
        "TaskStatus",
        "TaskUpdateEvent",
        "TaskUsage",
        "TasksChangedEvent",
        "TextDeltaEvent",
        "TextEndEvent",
        "TextStartEvent",
        "ThinkingDeltaEvent",
        "ThinkingEndEvent",
        "ThinkingOptions",
        "ThinkingStartEvent",
        "TokenUsage",
        "ToolCall",
        "ToolCallDeltaEvent",
        "ToolCallEndEvent",
        "ToolCallResult",
        "ToolCallStartEvent",
        "ToolCallStatus",
        "ToolHealth",
        "ToolProgressEvent",
        "ToolResultContent",
        "ToolResultEvent",
        "ToolResultText",
        "ToolSummary",
        "ToolUseBlock",
        "TranscriptAssistantMessage",
        "TranscriptBlock",
        "TranscriptMessage",
        "TranscriptOther",
        "TranscriptStatus",
        "TranscriptText",
        "TranscriptToolCall",
        "TranscriptUserMessage",
        "Turn",
        "TurnEndEvent",
        "TurnOutcome",
        "UnknownEvent",
        "UserEncoders",
        "UserMessageEvent",
        "UserOptions",
        "UserOrigin",
      ]
    `);
  });

  it("encodes these messages", () => {
    expect(Object.keys(protocol.encode).sort()).toMatchInlineSnapshot(`
      [
        "allow",
        "answer",
        "applyFlagSettings",
        "backgroundTasks",
        "cancelAsyncMessage",
        "cancelRequest",
        "compact",
        "control",
        "deny",
        "dialogAnswer",
        "documented",
        "elicitationAnswer",
        "fileSuggestions",
        "getBinaryVersion",
        "getContextUsage",
        "getHooksListing",
        "getSessionCost",
        "getSettings",
        "getTaskOutput",
        "getUsage",
        "hookAnswer",
        "image",
        "initialize",
        "interrupt",
        "keepAlive",
        "listModels",
        "listPermissionRules",
        "mcpAnswer",
        "mcpCall",
        "mcpMessage",
        "mcpReadResource",
        "mcpReconnect",
        "mcpSetServers",
        "mcpStatus",
        "mcpToggle",
        "readFile",
        "refuse",
        "registerRepoRoot",
        "reloadOutputStyles",
        "reloadPlugins",
        "reloadSkills",
        "renameSession",
        "rewindFiles",
        "seedReadState",
        "setColor",
        "setHasSubscribers",
        "setMaxThinkingTokens",
        "setModel",
        "setPermissionMode",
        "stopTask",
        "text",
        "updateSettings",
        "user",
      ]
    `);
  });

  it("has these event types", () => {
    expect(protocol.EVENT_TYPES).toMatchInlineSnapshot(`
      [
        "session-init",
        "session-status",
        "session-state",
        "message-start",
        "message-end",
        "text-start",
        "text-delta",
        "text-end",
        "thinking-start",
        "thinking-delta",
        "thinking-end",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "content-block",
        "tool-result",
        "tool-progress",
        "user-message",
        "message-retracted",
        "task-start",
        "task-progress",
        "task-update",
        "task-end",
        "tasks-changed",
        "permission-request",
        "permission-cancel",
        "permission-denied",
        "control-request",
        "control-response",
        "hook-start",
        "hook-progress",
        "hook-end",
        "retry",
        "rate-limit",
        "compaction",
        "turn-end",
        "notice",
        "unknown",
        "malformed",
      ]
    `);
  });

  it("has these reasons for a malformed line", () => {
    expect(protocol.MALFORMED_REASONS).toMatchInlineSnapshot(`
      [
        "not-json",
        "not-object",
        "line-too-long",
        "truncated",
        "bad-shape",
      ]
    `);
  });

  it("has these error codes", () => {
    expect(protocol.ENCODE_ERROR_CODES).toMatchInlineSnapshot(`
      [
        "lone-surrogate",
        "cyclic",
        "too-deep",
        "not-json",
        "empty-message",
        "empty-id",
        "image-type",
        "bad-base64",
        "bad-url",
        "invalid-value",
      ]
    `);
  });
});

describe("the public surface of @unspool/protocol/redact", () => {
  it("exports these values and types", () => {
    expect({ values: Object.keys(redact).sort(), types: typeNames("redact.ts") }).toMatchInlineSnapshot(`
      {
        "types": [
          "PlainRedactor",
          "RedactOptions",
          "Redactor",
        ],
        "values": [
          "REDACTION_MARK",
          "createPlainRedactor",
          "createRedactor",
          "redactText",
          "secretValuesOf",
        ],
      }
    `);
  });
});

describe("the public surface of @unspool/protocol/store", () => {
  it("exports these values and types", () => {
    expect(Object.keys(store).sort()).toEqual(["createStore", "reviveState", "serializeState"]);
    expect(typeNames("store.ts")).toEqual(["SerializedState", "Store"]);
  });
});

describe("the public surface of @unspool/protocol/stream", () => {
  it("exports this value and no type", () => {
    expect([Object.keys(stream), typeNames("stream.ts")]).toEqual([["DecoderStream"], []]);
  });
});

describe("the public surface of @unspool/protocol/approval", () => {
  it("exports these values and types", () => {
    expect(Object.keys(approval)).toEqual(["describeRequest"]);
    const parts = "Always Description Field Line Piece Request Warning";
    expect(typeNames("approval.ts")).toEqual(parts.split(" ").map((part) => `Approval${part}`));
  });
});

describe("the public surface of @unspool/protocol/web", () => {
  it("exports these values and types", () => {
    expect(Object.keys(web)).toEqual(["readTurn"]);
    const types = "EventStore FetchTurn ReadTurnOptions TurnBodyReader TurnOutcome TurnResponse";
    expect(typeNames("web.ts")).toEqual(types.split(" "));
  });
});

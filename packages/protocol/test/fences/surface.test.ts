// What users can name, pinned: a change here is a change of the public interface and needs a changeset that says so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@unspool/protocol";
import * as stream from "@unspool/protocol/stream";
import { describe, expect, it } from "vitest";
import { readManifest, root, withoutCommentLines } from "./workspace.ts";

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
        "decode",
        "decodeDoubleEncoded",
        "encode",
        "endSession",
        "failedTools",
        "finalText",
        "initialState",
        "mcpHealth",
        "openTools",
        "originalOf",
        "parse",
        "pendingPermissions",
        "reduce",
        "sessionIdOf",
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

describe("the public surface of @unspool/protocol/stream", () => {
  it("exports these values and types", () => {
    expect({ values: Object.keys(stream).sort(), types: typeNames("stream.ts") }).toMatchInlineSnapshot(`
      {
        "types": [],
        "values": [
          "DecoderStream",
        ],
      }
    `);
  });
});

describe("package.json of @unspool/protocol", () => {
  it("has these entries and publishes these files", () => {
    const { exports, files } = readManifest("protocol");
    expect({ exports, files }).toMatchInlineSnapshot(`
      {
        "exports": {
          ".": {
            "default": "./dist/index.js",
            "node": "./dist/bundle/index.js",
            "types": "./dist/index.d.ts",
            "unspool-source": "./src/index.ts",
          },
          "./package.json": "./package.json",
          "./stream": {
            "default": "./dist/stream.js",
            "node": "./dist/bundle/stream.js",
            "types": "./dist/stream.d.ts",
            "unspool-source": "./src/stream.ts",
          },
          "./wire": {
            "default": "./dist/wire/types.js",
            "types": "./dist/wire/types.d.ts",
            "unspool-source": "./src/wire/types.ts",
          },
        },
        "files": [
          "REFERENCE.md",
          "dist",
          "!dist/.*",
          "src",
        ],
      }
    `);
  });
});

/** Type names an entry exports. Its text tells them, because `export *` is not allowed. */
function typeNames(entry: string): string[] {
  const code = withoutCommentLines(readFileSync(join(root, "packages/protocol/src", entry), "utf8"));
  const listed = [...code.matchAll(/^export\s+(type\s+)?\{([^}]*)\}/gm)].flatMap(([, isType, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && (isType !== undefined || name.startsWith("type ")))
      .map((name) => name.replace(/^type\s+/, "").replace(/^.*\sas\s+/, "")),
  );
  const declared = [...code.matchAll(/^export\s+(?:interface|type)\s+([\w$]+)\s*[<={]/gm)].map(([, name = ""]) => name);
  return [...listed, ...declared].sort();
}

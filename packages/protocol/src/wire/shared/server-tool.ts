// Blocks of tools that run at the API or at an MCP connector, not in the CLI. No recording has one. The shapes are those
// of the Messages API; only the fields that join a call to its result are required.

import type { Json, JsonObject, Open } from "../json.ts";

/** A call of a tool the API runs itself. */
export interface ServerToolUseBlock {
  readonly type: "server_tool_use";
  readonly id: string;
  readonly name: Open<
    | "web_search"
    | "web_fetch"
    | "code_execution"
    | "bash_code_execution"
    | "text_editor_code_execution"
    | "tool_search_tool_regex"
    | "tool_search_tool_bm25"
  >;
  readonly input: JsonObject;
  readonly caller?: JsonObject;
}

/** The answer to a `server_tool_use`. `content` is a list of findings or one object, an error included. */
export interface ServerToolResultBlock {
  readonly type:
    | "web_search_tool_result"
    | "web_fetch_tool_result"
    | "code_execution_tool_result"
    | "bash_code_execution_tool_result"
    | "text_editor_code_execution_tool_result"
    | "tool_search_tool_result";
  readonly tool_use_id: string;
  readonly content?: Json;
  readonly caller?: JsonObject;
}

/** A call of a tool at an MCP server the API is connected to (not one of the CLI's own MCP servers). */
export interface McpToolUseBlock {
  readonly type: "mcp_tool_use";
  readonly id: string;
  readonly name: string;
  readonly server_name?: string;
  readonly input: JsonObject;
}

/** The answer to an `mcp_tool_use`. */
export interface McpToolResultBlock {
  readonly type: "mcp_tool_result";
  readonly tool_use_id: string;
  readonly content?: Json;
  readonly is_error?: boolean;
}

/** A file placed in a code-execution container. */
export interface ContainerUploadBlock {
  readonly type: "container_upload";
  readonly file_id?: string;
}

/** Every block of the tools above. */
export type ServerToolBlock =
  | ServerToolUseBlock
  | ServerToolResultBlock
  | McpToolUseBlock
  | McpToolResultBlock
  | ContainerUploadBlock;

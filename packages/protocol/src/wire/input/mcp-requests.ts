// The control requests about MCP servers, by subtype.

import type { JsonObject } from "../json.ts";
import type { JsonRpcMessage, McpServerConfig } from "../shared/mcp.ts";

export interface McpControlRequests {
  readonly mcp_status: { readonly liveReply?: boolean };
  /** Replaces the servers that were added this way; those of plugins stay unless named. 2.1.325 needs `args` with `command`. */
  readonly mcp_set_servers: { readonly servers: Readonly<Record<string, McpServerConfig>> };
  readonly mcp_reconnect: { readonly serverName: string };
  readonly mcp_toggle: { readonly serverName: string; readonly enabled: boolean };
  /** Only `ui://` addresses. Needs capability `mcp_read_resource_v1`. */
  readonly mcp_read_resource: { readonly serverName: string; readonly uri: string };
  readonly mcp_call: McpCallFields;
  /** A message that a server in the host starts by itself. Answers to the CLI's own go back as `mcp_response`. */
  readonly mcp_message: { readonly server_name: string; readonly message: JsonRpcMessage };
}

/** A tool call made by the host instead of the model. Servers inside the host are refused. */
export interface McpCallFields {
  readonly tool: string;
  readonly arguments?: JsonObject;
  /** ISO 8601. A number is answered with success and a `staging` that failed, without a result (2.1.325). */
  readonly expires_at?: string;
  /** 1,000 to 600,000. @default 120000 */
  readonly timeout_ms?: number;
  readonly result_not_for_model?: boolean;
  readonly check_permissions?: boolean;
  readonly input_files?: readonly { readonly name: string; readonly lane_path: string }[];
  readonly output_files?: readonly {
    readonly name: string;
    readonly lane_path: string;
    readonly if_match?: string;
  }[];
}

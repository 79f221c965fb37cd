// `tool` and `createSdkMcpServer` with the interface of the official SDK. The server needs no MCP SDK, and one server can serve
// any number of queries at once.

import { tool as ownTool, type OutputOf, type StandardSchema, type ToolAnnotations } from "@unspool/client";
import { createServerInstance, type RegisteredTool } from "./server-instance.ts";
import type { McpSdkServerConfigWithInstance } from "../types/types.ts";

/** An object of schemas: zod 4, or any Standard Schema. */
export type AnyZodRawShape = Readonly<Record<string, StandardSchema>>;

export type InferShape<Shape extends AnyZodRawShape> = { [Name in keyof Shape]: OutputOf<Shape[Name]> };

/** A block of a tool's result, as defined by MCP. */
export type ToolContent =
  | { type: "text"; text: string; [field: string]: unknown }
  | { type: "image" | "audio"; data: string; mimeType: string; [field: string]: unknown }
  | { type: "resource"; resource: { uri: string; [field: string]: unknown }; [field: string]: unknown }
  | { type: "resource_link"; uri: string; name: string; [field: string]: unknown };

export interface CallToolResult {
  content: ToolContent[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface SdkMcpToolDefinition<Shape extends AnyZodRawShape = AnyZodRawShape> {
  name: string;
  description: string;
  inputSchema: Shape;
  annotations?: ToolAnnotations | undefined;
  _meta?: Record<string, unknown> | undefined;
  // A method, so that tools with different inputs fit into one list.
  handler(args: InferShape<Shape>, extra: unknown): Promise<CallToolResult>;
}

export interface ToolExtras {
  annotations?: ToolAnnotations;
  searchHint?: string;
  alwaysLoad?: boolean;
}

export function tool<Shape extends AnyZodRawShape>(
  name: string,
  description: string,
  inputSchema: Shape,
  handler: (args: InferShape<Shape>, extra: unknown) => Promise<CallToolResult>,
  { annotations, searchHint, alwaysLoad }: ToolExtras = {},
): SdkMcpToolDefinition<Shape> {
  const meta = {
    ...(searchHint ? { "anthropic/searchHint": searchHint } : {}),
    ...(alwaysLoad ? { "anthropic/alwaysLoad": true } : {}),
  };
  return {
    name,
    description,
    inputSchema,
    handler,
    annotations,
    _meta: Object.keys(meta).length > 0 ? meta : undefined,
  };
}

export interface CreateSdkMcpServerOptions {
  name: string;
  version?: string;
  /** Instructions for the model. */
  instructions?: string;
  tools?: readonly SdkMcpToolDefinition<never>[] | readonly SdkMcpToolDefinition[];
  alwaysLoad?: boolean;
  /** Timeout of a call in milliseconds. */
  timeout?: number;
}

/** Creates a server that runs in this process. @throws {ClaudeError} `invalid-option` if a tool has an invalid name or no handler */
export function createSdkMcpServer(options: CreateSdkMcpServerOptions): McpSdkServerConfigWithInstance {
  const { name, version = "1.0.0", instructions, tools = [], alwaysLoad = false, timeout } = options;
  const served = tools.map((one) => serve(one, alwaysLoad));
  return {
    type: "sdk",
    name,
    instance: createServerInstance({ name, version, instructions, tools: served }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

function serve(definition: SdkMcpToolDefinition, alwaysLoad: boolean): RegisteredTool {
  const { name, description, inputSchema, annotations, _meta: ownMeta } = definition;
  const meta = alwaysLoad ? { "anthropic/alwaysLoad": true, ...ownMeta } : ownMeta;
  return {
    create: (extra) =>
      ownTool(
        name,
        inputSchema,
        // The return type is the SDK's; the value is checked when it arrives.
        (args): Promise<object> => definition.handler(args as InferShape<AnyZodRawShape>, extra),
        { description },
      ),
    describe: {
      name,
      description,
      ...(annotations === undefined ? {} : { annotations }),
      ...(meta === undefined ? {} : { _meta: meta }),
    },
  };
}

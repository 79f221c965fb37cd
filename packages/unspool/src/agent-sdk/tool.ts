// `tool` and `createSdkMcpServer` as the official SDK has them. The server is our own: it needs no MCP SDK, and one of it
// serves any number of queries at once.

import { tool as ownTool, type OutputOf, type StandardSchema, type ToolAnnotations } from "@unspool/client";
import { createToolInstance, type ServedTool } from "./tool-instance.ts";
import type { McpSdkServerConfigWithInstance } from "./types.ts";

/** An object of schemas: zod 4, or any Standard Schema. */
export type AnyZodRawShape = Readonly<Record<string, StandardSchema>>;

export type InferShape<Shape extends AnyZodRawShape> = { [Name in keyof Shape]: OutputOf<Shape[Name]> };

/** A block of a tool's result, as MCP has them. */
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
  // As a method, so that tools of different inputs go into one list.
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
  /** Told to the model. */
  instructions?: string;
  tools?: readonly SdkMcpToolDefinition<never>[] | readonly SdkMcpToolDefinition[];
  alwaysLoad?: boolean;
  /** Milliseconds per call. */
  timeout?: number;
}

/** @throws {ClaudeError} `invalid-option` for a tool that cannot be named so, or has no handler */
export function createSdkMcpServer(options: CreateSdkMcpServerOptions): McpSdkServerConfigWithInstance {
  const { name, version = "1.0.0", instructions, tools = [], alwaysLoad = false, timeout } = options;
  const served = tools.map((one) => serve(one, alwaysLoad));
  return {
    type: "sdk",
    name,
    instance: createToolInstance({ name, version, instructions, tools: served }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

function serve(definition: SdkMcpToolDefinition, alwaysLoad: boolean): ServedTool {
  const { name, description, inputSchema, annotations, _meta: ownMeta } = definition;
  const meta = alwaysLoad ? { "anthropic/alwaysLoad": true, ...ownMeta } : ownMeta;
  return {
    create: (extra) =>
      ownTool(
        name,
        inputSchema,
        // What it returns is declared as the SDK declares it, and looked at when it comes.
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

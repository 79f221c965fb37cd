// The parts of the official SDK that we use. It is installed on demand and not a dependency, so its types are not available.

export interface SdkMessage {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly result?: string;
  readonly structured_output?: unknown;
  readonly is_error?: boolean;
  readonly model?: string;
  readonly message?: { readonly model?: string; readonly content?: unknown };
  readonly event?: { readonly type?: string };
}

export interface SdkQuery extends AsyncIterable<SdkMessage> {
  interrupt(): Promise<unknown>;
  setModel(model?: string): Promise<void>;
}

export interface SdkUserMessage {
  readonly type: "user";
  readonly message: { readonly role: "user"; readonly content: string };
  readonly parent_tool_use_id: null;
  readonly session_id: string;
}

export interface Sdk {
  query(parameters: { prompt: string | AsyncIterable<SdkUserMessage>; options: Record<string, unknown> }): SdkQuery;
  tool(
    name: string,
    description: string,
    shape: Record<string, unknown>,
    handler: (args: never) => Promise<unknown>,
  ): unknown;
  createSdkMcpServer(options: { name: string; version: string; tools: readonly unknown[] }): unknown;
}

/** The parts of zod that a tool's input needs. */
export interface Zod {
  number(): unknown;
}

// Combines the responders of a session: questions, permissions, hooks, tools, MCP servers. A request that none of them serves
// is refused, as a request without an answer blocks the CLI.

import { encode } from "@unspool/protocol";
import type { InitializeFields } from "@unspool/protocol/wire";
import { getErrorMessage } from "@unspool/protocol/kit";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { SessionOptions } from "../options/options.ts";
import { createDeferral } from "../control/deferral.ts";
import { createHooks } from "../control/hooks/hooks.ts";
import { createMcpInstance } from "../control/tools/mcp-instance.ts";
import { mergeHooks } from "../control/hooks/merge-hooks.ts";
import { createPermissions } from "../control/permissions/permissions.ts";
import { createElicitations, createQuestions } from "../control/permissions/questions.ts";
import { TOOL_SERVER_NAME } from "../control/tools/server-name.ts";
import { createToolServer } from "../control/tools/tool-server.ts";
import type { CliRequest, RequestCallback, RequestContext, Responder, Responders } from "../control/types.ts";

export type ResponderOptions = Pick<
  SessionOptions,
  | "permissions"
  | "permissionTimeoutMs"
  | "onQuestion"
  | "questionTimeoutMs"
  | "onElicitation"
  | "elicitationTimeoutMs"
  | "hooks"
  | "tools"
  | "mcpServers"
  | "cwd"
  | "onRequest"
> & { readonly clock: Clock };

/** Whether the CLI must ask the host (`--permission-prompt-tool stdio`) instead of denying by itself. */
export function asksPermissions({
  permissions,
  onQuestion,
}: Pick<SessionOptions, "permissions" | "onQuestion">): boolean {
  return permissions !== undefined || onQuestion !== undefined;
}

/**
 * Combines the responders. A request that none of them serves, or that one fails to serve, is refused here.
 * @throws {ClaudeError} `invalid-option` for options that cannot be served
 */
export function createResponders(options: ResponderOptions): Responders {
  const parts = createParts(options);
  return {
    initialize: mergeInitialize(parts),
    init(event) {
      for (const part of parts) part.init?.(event);
    },
    ended: (event) => parts.flatMap((part) => part.ended?.(event) ?? []),
    async prepare() {
      await Promise.all(parts.map(async (part) => part.prepare?.()));
    },
    answer: (request, context) => answerBy(parts, request, context),
    close() {
      for (const part of parts) part.close?.();
    },
  };
}

async function answerBy(parts: readonly Responder[], request: CliRequest, context: RequestContext): Promise<string> {
  const { requestId } = request;
  try {
    for (const part of parts) {
      const answer = part.answer(request, context);
      if (answer !== undefined) return await answer;
    }
  } catch (error) {
    return encode.refuse(requestId, getErrorMessage(error));
  }
  const subtype = request.type === "permission-request" ? "can_use_tool" : request.subtype;
  return encode.refuse(
    requestId,
    getErrorMessage(`Unsupported control request subtype: ${subtype}`),
    "unsupported_request",
  );
}

function createParts(options: ResponderOptions): readonly Responder[] {
  const { permissions, onQuestion, onElicitation, hooks, tools = [], mcpServers = {}, cwd, onRequest, clock } = options;
  const ofRules = typeof permissions === "object" ? permissions.timeoutMs : undefined;
  const timeoutMs = ofRules ?? options.permissionTimeoutMs;
  const { questionTimeoutMs = timeoutMs, elicitationTimeoutMs = timeoutMs } = options;
  if (tools.length > 0 && Object.hasOwn(mcpServers, TOOL_SERVER_NAME)) {
    throw new ClaudeError(
      "invalid-option",
      `mcpServers.${TOOL_SERVER_NAME} has the name under which \`tools\` are served: choose another.`,
    );
  }
  // With `onQuestion` alone, the CLI asks the host about all tools, and the host denies them, as the CLI would.
  const deferral = createDeferral();
  const isGuarded = permissions !== undefined;
  const decisions = createPermissions({ permissions: permissions ?? {}, cwd, clock, timeoutMs, deferral, isGuarded });
  return [
    { init: ({ version }) => deferral.init(version), ended: (event) => deferral.ended(event), answer: () => undefined },
    // Before `onRequest`, which may answer all hooks and does not know this one.
    ...(decisions.guard === undefined ? [] : [decisions.guard]),
    ...(onRequest === undefined ? [] : [createHostResponder(onRequest)]),
    ...(onQuestion === undefined ? [] : [createQuestions(onQuestion, { clock, timeoutMs: questionTimeoutMs })]),
    decisions,
    createElicitations(onElicitation, { clock, timeoutMs: elicitationTimeoutMs }),
    ...(hooks === undefined ? [] : [createHooks(hooks, clock, deferral)]),
    ...(tools.length === 0 ? [] : [createToolServer(tools)]),
    ...Object.entries(mcpServers).flatMap(([name, config]) => {
      if (config.type !== "sdk") return [];
      if ("instance" in config) return [createMcpInstance(name, config)];
      throw new ClaudeError(
        "invalid-option",
        `mcpServers.${name} is of type sdk and has no instance: give the McpServer as \`instance\`.`,
        { name },
      );
    }),
  ];
}

function createHostResponder(onRequest: RequestCallback): Responder {
  return {
    answer: (request, { signal }) =>
      onRequest(request, { signal })?.then((payload) => encode.answer(request.requestId, payload)),
  };
}

function mergeInitialize(parts: readonly Responder[]): InitializeFields {
  const all = parts.map(({ initialize = {} }) => initialize);
  const hooks = mergeHooks(all.map((fields) => fields.hooks));
  const sdkMcpServers = all.flatMap((fields) => fields.sdkMcpServers ?? []);
  const configs = Object.assign({}, ...all.map((fields) => fields.sdkMcpServerConfigs ?? {})) as NonNullable<
    InitializeFields["sdkMcpServerConfigs"]
  >;
  return {
    ...(hooks === undefined ? {} : { hooks }),
    ...(sdkMcpServers.length === 0 ? {} : { sdkMcpServers }),
    ...(Object.keys(configs).length === 0 ? {} : { sdkMcpServerConfigs: configs }),
  };
}

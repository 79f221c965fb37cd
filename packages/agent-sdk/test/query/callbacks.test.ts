import { createDecoder, type Event, type PermissionRequestEvent, type ControlRequestEvent } from "@unspool/protocol";
import { fakeClaude } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRequestHandler } from "../../src/query/callbacks.ts";
import { query, type Options } from "../../src/index.ts";
import { all } from "../support.ts";

const { signal } = new AbortController();

/** A request as it comes from the wire. */
function decodeRequest(request: object): PermissionRequestEvent | ControlRequestEvent {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(`${JSON.stringify({ type: "control_request", request_id: "r1", request })}\n`);
  decoder.end();
  return events.find(({ type }) => type === "permission-request" || type === "control-request") as ControlRequestEvent;
}

async function answer(callbacks: Pick<Options, "canUseTool" | "onElicitation" | "onUserDialog">, request: object) {
  return createRequestHandler(callbacks)(decodeRequest(request), { signal });
}

const tool = {
  subtype: "can_use_tool",
  tool_name: "Bash",
  input: { command: "ls" },
  tool_use_id: "toolu_1",
  permission_suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
  blocked_path: "/etc",
  decision_reason: "outside",
  display_name: "Shell",
  matched_ask_rule: { source: "userSettings", tool_name: "Bash", rule_content: "ls" },
};

describe("canUseTool", () => {
  test("gets all fields of the request", async () => {
    let asked: unknown[] = [];
    await answer(
      {
        canUseTool: async (...words) => {
          asked = words;
          return { behavior: "allow" };
        },
      },
      tool,
    );
    expect(asked).toMatchObject([
      "Bash",
      { command: "ls" },
      {
        suggestions: tool.permission_suggestions,
        blockedPath: "/etc",
        decisionReason: "outside",
        displayName: "Shell",
        toolUseID: "toolu_1",
        requestId: "r1",
        matchedAskRule: { source: "userSettings", toolName: "Bash", ruleContent: "ls" },
      },
    ]);
  });

  test("sends its result unchanged to the CLI, with the id of the call", async () => {
    const denial = { behavior: "deny", message: "no", interrupt: true, decisionClassification: "user_reject" } as const;
    expect(await answer({ canUseTool: async () => denial }, tool)).toEqual({ ...denial, toolUseID: "toolu_1" });
    // Older CLIs deny what is allowed without an input.
    expect(await answer({ canUseTool: async () => ({ behavior: "allow" }) }, tool)).toEqual({
      behavior: "allow",
      updatedInput: { command: "ls" },
      toolUseID: "toolu_1",
    });
  });

  test.each([
    ["null", async () => null],
    ["an error", async () => Promise.reject(new Error("broken"))],
  ])("%s denies the call, and leaves no request pending", async (_what, canUseTool) => {
    expect(await answer({ canUseTool }, tool)).toMatchObject({ behavior: "deny", toolUseID: "toolu_1" });
  });
});

describe("other requests", () => {
  test("pass questions of an MCP server to onElicitation", async () => {
    const request = { subtype: "elicitation", mcp_server_name: "forms", message: "Name?", elicitation_id: "e1" };
    const onElicitation: Options["onElicitation"] = async ({ serverName, elicitationId }, { requestId }) => ({
      action: "accept",
      content: { serverName, elicitationId, requestId },
    });
    expect(await answer({ onElicitation }, request)).toEqual({
      action: "accept",
      content: { serverName: "forms", elicitationId: "e1", requestId: "r1" },
    });
    expect(await answer({ onElicitation: async () => null }, request)).toEqual({ action: "decline" });
  });

  test("pass dialogs to onUserDialog", async () => {
    const request = { subtype: "request_user_dialog", dialog_kind: "pick", payload: { a: 1 }, tool_use_id: "t" };
    const onUserDialog: Options["onUserDialog"] = async (dialog) => ({ behavior: "completed", result: dialog });
    expect(await answer({ onUserDialog }, request)).toEqual({
      behavior: "completed",
      result: { dialogKind: "pick", payload: { a: 1 }, toolUseID: "t" },
    });
  });

  test("are left to the session without a callback", async () => {
    expect(await answer({}, tool)).toBeUndefined();
    expect(await answer({}, { subtype: "request_user_dialog", dialog_kind: "pick", payload: {} })).toBeUndefined();
  });
});

test("canUseTool is called with CLIs whose default mode is auto", async () => {
  const touch = { tool: "Bash", input: { command: "touch note.txt", description: "Make a note" }, result: "" };
  const claude = fakeClaude({ scenario: { turns: [{ replies: [[touch], "Done."] }] }, version: "2.1.285" });
  onTestFinished(() => claude.cleanup());
  const asked: string[] = [];
  const options: Options = {
    pathToClaudeCodeExecutable: claude.path,
    canUseTool: async (name) => {
      asked.push(name);
      return { behavior: "deny", message: "no" };
    },
  };
  await all(query({ prompt: "Go.", options }));
  expect(asked).toEqual(["Bash"]);
});

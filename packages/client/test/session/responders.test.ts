import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { McpServerInstance } from "../../src/control/tools/mcp-instance.ts";
import { asksPermissions, createResponders, type ResponderOptions } from "../../src/session/responders.ts";
import { tool } from "../../src/control/tools/tool.ts";
import { ask, askMcp, controlRequest, manualClock, permissionRequest } from "../control/support.ts";

const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b);

function responders(options: Omit<ResponderOptions, "clock"> = {}) {
  return createResponders({ ...options, clock: manualClock() });
}

function instance(onClose: () => void = () => {}): McpServerInstance {
  return {
    connect: (transport) => transport.start(),
    close() {
      onClose();
      return Promise.resolve();
    },
  };
}

describe("a request of the CLI", () => {
  it("is served by responders whose registrations are merged", () => {
    const made = responders({
      hooks: { Stop: () => undefined },
      tools: [add],
      mcpServers: {
        mine: { type: "sdk", name: "mine", instance: instance(), timeout: 5 },
        remote: { type: "http", url: "http://127.0.0.1/" },
      },
    });
    expect(made.initialize).toEqual({
      hooks: { Stop: [{ hookCallbackIds: ["hook_0"], timeout: 65 }] },
      sdkMcpServers: ["unspool", "mine"],
      sdkMcpServerConfigs: { mine: { timeout: 5 } },
    });
    expect(responders().initialize).toEqual({});
  });

  it("calls the hooks of the rules' guard and of the host", async () => {
    const run = () => ({ systemMessage: "seen" });
    const made = responders({
      permissions: { deny: ["Bash"] },
      hooks: { PreToolUse: run, Stop: run },
      // A hook that answers everything must not answer for the guard.
      onRequest: () => Promise.resolve({}),
    });
    expect(made.initialize).toEqual({
      hooks: {
        PreToolUse: [
          { hookCallbackIds: ["unspool_rules"], timeout: 305, onFailure: "block" },
          { hookCallbackIds: ["hook_0"], timeout: 65 },
        ],
        Stop: [{ hookCallbackIds: ["hook_1"], timeout: 65 }],
      },
    });
    const call = { callback_id: "unspool_rules", input: { tool_name: "Bash", tool_input: {} } };
    expect((await ask(made, controlRequest("hook_callback", call))).response).toMatchObject({ decision: "block" });
    expect(responders({ onQuestion: () => undefined }).initialize).toEqual({});
  });

  it("goes to the responder that serves it", async () => {
    const made = responders({
      permissions: { allow: ["Read"] },
      onQuestion: async () => ({}),
      onElicitation: async () => ({ action: "accept" }),
      hooks: { Stop: () => ({ systemMessage: "bye" }) },
      tools: [add],
    });
    await made.prepare?.();
    expect((await ask(made, permissionRequest("Read", {}))).response).toMatchObject({ behavior: "allow" });
    const question = permissionRequest("AskUserQuestion", { questions: [] });
    expect((await ask(made, question)).response).toMatchObject({ behavior: "allow", updatedInput: { answers: {} } });
    expect((await ask(made, controlRequest("elicitation", {}))).response).toEqual({ action: "accept" });
    const hook = controlRequest("hook_callback", { callback_id: "hook_0", input: {} });
    expect((await ask(made, hook)).response).toEqual({ systemMessage: "bye" });
    const params = { name: "add", arguments: { a: 1, b: 2 } };
    expect(await askMcp(made, "unspool", { id: 1, method: "tools/call", params })).toMatchObject({
      result: { content: [{ text: "3" }] },
    });
  });

  it("goes to the permissions if no callback answers questions", async () => {
    const made = responders({ permissions: (request) => request.deny(`asked for ${request.toolName}`) });
    const { response } = await ask(made, permissionRequest("AskUserQuestion", { questions: [] }));
    expect(response).toMatchObject({ behavior: "deny", message: "asked for AskUserQuestion" });
  });

  it("is denied, as the CLI itself would, if no callback decides about tools", async () => {
    const made = responders({ onQuestion: async () => ({}) });
    expect((await ask(made, permissionRequest("Bash", {}))).response).toMatchObject({ behavior: "deny" });
  });

  it.each([
    ["request_user_dialog", { dialog_kind: "refusal_fallback_prompt", payload: {} }],
    ["hook_callback", { callback_id: "hook_0", input: {} }],
    ["mcp_message", { server_name: "nobody", message: {} }],
    ["oauth_token_refresh", {}],
    ["", {}],
  ])("is refused with an answer if no responder serves it: %j", async (subtype, payload) => {
    const answer = await ask(responders({ tools: [add] }), controlRequest(subtype, payload));
    expect(answer).toMatchObject({
      subtype: "error",
      error: `Unsupported control request subtype: ${subtype}`.trim(),
      errorCode: "unsupported_request",
    });
  });

  it("rejects impossible options before the start", async () => {
    const made = responders({ tools: [tool("when", { at: z.date() }, () => "")] });
    await expect(made.prepare?.()).rejects.toMatchObject({ code: "invalid-option" });
  });

  it("is aborted at the end of the session", async () => {
    let closed = 0;
    const server = instance(() => (closed += 1));
    const made = responders({ mcpServers: { mine: { type: "sdk", name: "mine", instance: server } } });
    const pending = askMcp(made, "mine", { id: 1, method: "tools/list" });
    await askMcp(made, "mine", { method: "notifications/initialized" });
    made.close?.();
    expect(await pending).toMatchObject({ error: { message: "The call was cancelled." } });
    expect(closed).toBe(1);
  });
});

describe("createResponders", () => {
  it("rejects options that cannot be served", () => {
    const sdk = { type: "sdk", name: "mine" } as const;
    expect(() => responders({ mcpServers: { mine: sdk } })).toThrow(/mcpServers\.mine .* has no instance/);
    const taken = { unspool: { ...sdk, instance: instance() } };
    expect(() => responders({ tools: [add], mcpServers: taken })).toThrow(/choose another/);
    expect(() => responders({ tools: [add, add] })).toThrow(/Two tools are named add/);
  });
});

describe("the permission prompt of the CLI", () => {
  it("is enabled if a callback decides about tools or answers questions", () => {
    expect(asksPermissions({})).toBe(false);
    expect(asksPermissions({ permissions: {} })).toBe(true);
    expect(asksPermissions({ onQuestion: async () => undefined })).toBe(true);
  });
});

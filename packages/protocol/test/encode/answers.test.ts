// Answers to the CLI, compared byte for byte.
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { getRejection } from "./refusal.ts";

const success = (payload: string) =>
  `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":${payload}}}\n`;

describe("an answer", () => {
  test("with a payload is a success with that payload", () => {
    expect(encode.answer("r", { any: [1] })).toBe(success('{"any":[1]}'));
  });

  test("without a payload is a success without one", () => {
    expect(encode.answer("r")).toBe('{"type":"control_response","response":{"subtype":"success","request_id":"r"}}\n');
  });

  test("that fails carries an error and its code if there is one", () => {
    expect(encode.refuse("r", "No such server")).toBe(
      '{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"No such server"}}\n',
    );
    expect(encode.refuse("r", "Unsupported control request subtype: x", "unsupported_request")).toBe(
      '{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"Unsupported control request subtype: x",' +
        '"error_code":"unsupported_request"}}\n',
    );
  });

  test("that allows always contains the input to run with", () => {
    expect(encode.allow("r", {})).toBe(success('{"behavior":"allow","updatedInput":{}}'));
    expect(encode.allow("r", { command: "ls" })).toBe(success('{"behavior":"allow","updatedInput":{"command":"ls"}}'));
  });

  test("that allows may add permissions and name the tool use", () => {
    const line = encode.allow(
      "r",
      { command: "ls" },
      {
        updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
        toolUseId: "toolu_1",
        decisionClassification: "user_permanent",
      },
    );
    expect(line).toBe(
      success(
        '{"behavior":"allow","updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}],' +
          '"decisionClassification":"user_permanent","updatedInput":{"command":"ls"},"toolUseID":"toolu_1"}',
      ),
    );
  });

  test("that denies always contains a reason for the model", () => {
    expect(encode.deny("r", "no shell")).toBe(success('{"behavior":"deny","message":"no shell"}'));
    expect(encode.deny("r", "stop", { interrupt: true, toolUseId: "toolu_1" })).toBe(
      success('{"behavior":"deny","interrupt":true,"message":"stop","toolUseID":"toolu_1"}'),
    );
  });

  test("of a hook is its output", () => {
    expect(encode.hookAnswer("r", {})).toBe(success("{}"));
    expect(encode.hookAnswer("r", { decision: "block", reason: "no" })).toBe(
      success('{"decision":"block","reason":"no"}'),
    );
  });

  test("of an MCP server is wrapped in mcp_response", () => {
    expect(encode.mcpAnswer("r", { jsonrpc: "2.0", id: 3, result: { tools: [] } })).toBe(
      success('{"mcp_response":{"jsonrpc":"2.0","id":3,"result":{"tools":[]}}}'),
    );
  });

  test("to an MCP notification equals the acknowledgement of the official SDK", () => {
    expect(encode.mcpAnswer("r")).toBe(success('{"mcp_response":{"jsonrpc":"2.0","result":{},"id":0}}'));
  });

  test("to an elicitation or a dialog contains the person's decision", () => {
    expect(encode.elicitationAnswer("r", { action: "accept", content: { name: "Ada" } })).toBe(
      success('{"action":"accept","content":{"name":"Ada"}}'),
    );
    expect(encode.dialogAnswer("r", { behavior: "completed", result: { choice: 1 } })).toBe(
      success('{"behavior":"completed","result":{"choice":1}}'),
    );
    expect(encode.dialogAnswer("r", { behavior: "cancelled" })).toBe(success('{"behavior":"cancelled"}'));
  });
});

describe("an answer is rejected", () => {
  test("without an id", () => {
    expect(getRejection(() => encode.allow("", {}))).toEqual(["empty-id", "requestId"]);
    expect(getRejection(() => encode.refuse("", "why"))).toEqual(["empty-id", "requestId"]);
  });

  test("when it allows without an input object", () => {
    for (const input of [undefined, null, "ls", ["ls"]]) {
      // @ts-expect-error a JavaScript caller
      expect(getRejection(() => encode.allow("r", input))).toEqual(["invalid-value", "updatedInput"]);
    }
  });

  test("when it denies or fails with an empty message", () => {
    expect(getRejection(() => encode.deny("r", ""))).toEqual(["empty-message", "message"]);
    expect(getRejection(() => encode.deny("r", " \n"))).toEqual(["empty-message", "message"]);
    expect(getRejection(() => encode.refuse("r", ""))).toEqual(["empty-message", "error"]);
  });

  test("when its error code is invalid", () => {
    for (const code of ["", "Unsupported", "9a", "a-b", "a".repeat(65)]) {
      expect(getRejection(() => encode.refuse("r", "why", code))).toEqual(["invalid-value", "errorCode"]);
    }
  });

  test("when a hook, server, elicitation or dialog answers with nothing", () => {
    // @ts-expect-error a JavaScript caller
    expect(getRejection(() => encode.hookAnswer("r"))).toEqual(["invalid-value", "answer"]);
    // @ts-expect-error a JavaScript caller
    expect(getRejection(() => encode.mcpAnswer("r", null))).toEqual(["invalid-value", "reply"]);
    // @ts-expect-error a JavaScript caller
    expect(getRejection(() => encode.dialogAnswer("r", null))).toEqual(["invalid-value", "answer"]);
  });

  test("when an option is not known", () => {
    const interrupt = { interrupt: true } as object;
    expect(getRejection(() => encode.allow("r", {}, interrupt))).toEqual(["invalid-value", "interrupt"]);
    const permissions = { updatedPermissions: [] } as object;
    expect(getRejection(() => encode.deny("r", "no", permissions))).toEqual(["invalid-value", "updatedPermissions"]);
    // @ts-expect-error a JavaScript caller
    expect(getRejection(() => encode.deny("r", "no", null))).toEqual(["invalid-value", "options"]);
    expect(getRejection(() => encode.deny("r", "no", { toolUseId: "\ud800" }))).toEqual([
      "lone-surrogate",
      "toolUseId",
    ]);
  });

  test("with a path relative to the payload", () => {
    expect(getRejection(() => encode.allow("r", { list: [1, undefined] }))).toEqual([
      "not-json",
      "updatedInput.list[1]",
    ]);
    expect(getRejection(() => encode.deny("r", "\ud83d"))).toEqual(["lone-surrogate", "message"]);
  });
});

#!/usr/bin/env node
// A stand-in for the CLI, just enough for examples/drive.mjs: asks for a shell, and ends with what it was told.
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const request = { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" }, tool_use_id: "toolu_1" };

for await (const line of createInterface({ input: process.stdin })) {
  const { type, response } = JSON.parse(line);
  if (type === "user") say({ type: "control_request", request_id: "ask-1", request });
  if (type === "control_response") say({ type: "result", subtype: "success", result: response.response.message });
}

#!/usr/bin/env node
// A `claude` that floods: at the first prompt it writes so many megabytes of numbered pieces of text, then the result, and
// only then reads what was asked of it meanwhile. FLOOD_MB, FLOOD_ANSWERS ("" or "yes": control requests are answered),
// FLOOD_FILE (how many bytes it has got rid of).

import { writeFileSync, writeSync } from "node:fs";

const { FLOOD_MB = "1", FLOOD_ANSWERS = "", FLOOD_FILE = "" } = process.env;
const session_id = "11111111-2222-4333-8444-555555555555";
let written = 0;

function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  written += bytes.length;
}

const line = (value) => `${JSON.stringify({ ...value, session_id, uuid: crypto.randomUUID() })}\n`;
const streamed = (event) => line({ type: "stream_event", event, parent_tool_use_id: null });
const message = { id: "msg_1", type: "message", role: "assistant", model: "made-up", content: [], usage: {} };
const usage = { input_tokens: 1, output_tokens: 1 };

function flood() {
  write(line({ type: "system", subtype: "init", cwd: "/made/up", tools: [], model: "made-up", mcp_servers: [] }));
  write(streamed({ type: "message_start", message }));
  write(streamed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }));
  const limit = Number(FLOOD_MB) * 1024 * 1024;
  let number = 0;
  while (written < limit) {
    let text = "";
    for (let count = 0; count < 200; count += 1) {
      number += 1;
      text += streamed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `${number} ` } });
    }
    write(text);
    writeFileSync(FLOOD_FILE, String(written));
  }
  write(streamed({ type: "content_block_stop", index: 0 }));
  write(streamed({ type: "message_stop" }));
  write(
    line({ type: "result", subtype: "success", is_error: false, result: String(number), usage, total_cost_usd: 0 }),
  );
}

let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk.toString()).split("\n");
  rest = lines.pop() ?? "";
  for (const asked of lines.map((text) => JSON.parse(text))) {
    if (asked.type === "user") flood();
    else if (FLOOD_ANSWERS !== "" && asked.type === "control_request") {
      const { request_id } = asked;
      write(line({ type: "control_response", response: { subtype: "success", request_id, response: {} } }));
    }
  }
});
process.stdin.on("end", () => process.exit(0));

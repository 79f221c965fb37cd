// The shape of every kind of line, taken from recordings of the real CLI: its fields, in its order.

import { readFileSync } from "node:fs";

const RECORDINGS = new URL("../../test/recordings/2.1.325/", import.meta.url);
const NAMES = ["tool-use-partial", "two-agents", "retry-then-answer"];

const shapes = new Map();
for (const name of NAMES) {
  const lines = readFileSync(new URL(`${name}.ndjson`, RECORDINGS), "utf8").split("\n");
  for (const line of lines.filter(Boolean)) {
    const message = JSON.parse(line);
    const kind = kindOf(message);
    if (!shapes.has(kind)) shapes.set(kind, message);
  }
}

/** A recorded message of this kind, such as `stream_event/content_block_delta/text_delta` or `user/tool_result/agent`. */
export function shapeOf(kind) {
  const shape = shapes.get(kind);
  if (shape === undefined)
    throw new Error(`no recorded line of kind ${kind}; there are: ${[...shapes.keys()].join(", ")}`);
  return shape;
}

function kindOf({ type, subtype, event, message, parent_tool_use_id: parent }) {
  const content = message?.content;
  const parts = [type, subtype, event?.type, event?.delta?.type, content?.[0]?.type, parent ? "agent" : undefined];
  return parts.filter((part) => part !== undefined).join("/");
}

// The shape of every kind of line (its fields in order), taken from recordings of the real CLI.

import { loadRun } from "../../../fixtures/dist/load.js";

const NAMES = ["tool-use-partial", "two-agents", "retry-then-answer"];

const shapes = new Map();
for (const name of NAMES) {
  for (const line of loadRun(`recordings/2.1.325/${name}`).lines) {
    const message = JSON.parse(line);
    const kind = formatKind(message);
    if (!shapes.has(kind)) shapes.set(kind, message);
  }
}

/** Returns a recorded message of this kind, such as `stream_event/content_block_delta/text_delta` or `user/tool_result/agent`. */
export function getShape(kind) {
  const shape = shapes.get(kind);
  if (shape === undefined)
    throw new Error(`no recorded line of kind ${kind}; there are: ${[...shapes.keys()].join(", ")}`);
  return shape;
}

function formatKind({ type, subtype, event, message, parent_tool_use_id: parent }) {
  const content = message?.content;
  const parts = [type, subtype, event?.type, event?.delta?.type, content?.[0]?.type, parent ? "agent" : undefined];
  return parts.filter((part) => part !== undefined).join("/");
}

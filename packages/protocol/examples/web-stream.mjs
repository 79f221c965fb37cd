// node web-stream.mjs FILE: streams as the web has them. In a page, `body` is that of what fetch() gave.
import { readFile } from "node:fs/promises";
import { DecoderStream } from "@unspool/protocol/stream";

const body = new Blob([await readFile(process.argv[2] ?? "recording.ndjson")]).stream();
const events = body.pipeThrough(new DecoderStream()).getReader();
let text = "";
for (let step = await events.read(); !step.done; step = await events.read()) {
  if (step.value.type === "text-end" && step.value.agent === null) text += `${step.value.text}\n`;
}
console.log(text.trimEnd());

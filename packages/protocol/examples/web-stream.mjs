// Where streams are the web's: a browser, a worker, an edge function. Here the body of a Response stands for fetch().
import { readFile } from "node:fs/promises";
import { DecoderStream } from "@unspool/protocol/stream";

const response = new Response(await readFile(process.argv[2]));
let text = "";
for await (const event of response.body.pipeThrough(new DecoderStream())) {
  if (event.type === "text-end" && event.agent === null) text += `${event.text}\n`;
}
console.log(text.trimEnd());

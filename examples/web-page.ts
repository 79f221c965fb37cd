// Real-time web page: a server without a framework, and a page that shows a turn while it runs.
//
//   npm run example -- web-page             on the simulator, free; then open the printed URL
//   npm run example -- web-page --claude    with your own claude, in the current folder
//
// PORT sets the port. Ctrl-C stops the server.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { claude } from "unspool";

const PAGE = `<!doctype html><meta charset="utf-8"><title>unspool</title>
<style>body{font:16px/1.5 system-ui;max-width:40em;margin:2em auto}pre{white-space:pre-wrap}li{color:#666}</style>
<form><input name="prompt" size="40" value="What is in this folder?"> <button>Ask</button></form>
<ul></ul><pre></pre><footer></footer>
<script type="module">
  const [form, list, answer, footer] = ["form", "ul", "pre", "footer"].map((name) => document.querySelector(name));
  const show = {
    "text-delta": ({ text, agent }) => { if (agent === null) answer.append(text); },
    "tool-call-end": ({ name, input }) => list.append(item(name + " " + JSON.stringify(input))),
    "tool-result": ({ isError }) => list.lastChild?.append(isError ? " ✗" : " ✓"),
    result: ({ costUsd, toolCalls }) => { footer.textContent = toolCalls.length + " tool calls, $" + costUsd.toFixed(4); },
    error: ({ message }) => { footer.textContent = "Failed: " + message; },
  };
  const item = (text) => Object.assign(document.createElement("li"), { textContent: text });
  form.onsubmit = async (event) => {
    event.preventDefault();
    for (const part of [list, answer, footer]) part.replaceChildren();
    // Not an EventSource, which can only GET and reconnects when the stream ends.
    const response = await fetch("/ask", { method: "POST", body: new FormData(form).get("prompt") });
    let rest = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const frames = (rest + step.value).split("\\n\\n");
      rest = frames.pop();
      for (const frame of frames) {
        const [, name, data] = /event: (.*)\\ndata: (.*)$/.exec(frame) ?? []; // A comment keeps the connection open.
        show[name]?.(JSON.parse(data));
      }
    }
  };
</script>`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") {
    response.setHeader("Content-Type", "text/html").end(PAGE);
    return;
  }
  // Any page in the same browser could POST to this port, and a turn costs money and runs tools: allow only our own page.
  if (request.headers.origin !== address()) {
    response.writeHead(403).end(`Ask from ${address()}\n`);
    return;
  }
  // A client that disconnects does not stop a turn. This example stops it, because nobody else would see the answer.
  const left = new AbortController();
  response.once("close", () => left.abort());
  await claude.ask(await text(request), { signal: left.signal }).pipeToResponse(response);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => {
  console.log(`Open ${address()}/ and ask something.`);
});

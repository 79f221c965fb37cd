// claude-wire's parser, function by function.
import { createDecoder, decodeDoubleEncoded, parse, toolResultText } from "@unspool/protocol";

// createTranslator(): bytes or text in, cut anywhere; each block comes once, under its own agent
const decoder = createDecoder({
  onEvent(event) {
    if (event.type === "text-end") console.log("text:", event.text);
    else if (event.type === "tool-call-end") console.log("tool_use:", event.name, event.input);
    else if (event.type === "tool-result") console.log("tool_result:", event.text);
  },
});
for await (const chunk of process.stdin) decoder.push(chunk);
decoder.end();

// parseLine(line)
console.log(parse('{"type":"keep_alive"}').kind);
// extractContent(content)
console.log(toolResultText([{ type: "text", text: "File edited" }]));
// parseDoubleEncoded(result): undefined if it is not doubly encoded, so that a quoted answer keeps its quotes
console.log(decodeDoubleEncoded(String.raw`"The \"actual\" text"`) ?? "as it is");

// claude -p "Fix the test" --output-format stream-json --verbose --include-partial-messages | node quick-start.mjs
import { decode } from "@unspool/protocol";

for await (const event of decode(process.stdin)) {
  switch (event.type) {
    case "text-delta":
      process.stdout.write(event.text);
      break;
    case "tool-call-end":
      console.log(`\n→ ${event.agent ?? "main"} calls ${event.name}`, event.input);
      break;
    case "tool-result":
      console.log(`← ${event.isError ? "failed" : "ok"}, ${event.text.length} characters`);
      break;
    case "turn-end":
      console.log(`\n${event.outcome}: $${event.costUsd.toFixed(4)}, ${event.durationMs} ms`);
  }
}

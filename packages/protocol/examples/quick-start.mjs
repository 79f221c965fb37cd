// claude -p "Fix the test" --output-format stream-json --verbose --include-partial-messages | node quick-start.mjs
import { decode } from "@unspool/protocol";

for await (const event of decode(process.stdin)) {
  if (event.type === "text-delta") {
    process.stdout.write(event.text);
  } else if (event.type === "tool-call-end") {
    console.log(`\n→ ${event.agent ?? "main"} calls ${event.name}`, event.input);
  } else if (event.type === "tool-result") {
    console.log(`← ${event.isError ? "failed" : "ok"}, ${event.text.length} characters`);
  } else if (event.type === "turn-end") {
    console.log(`\n${event.outcome}: $${event.costUsd.toFixed(4)}, ${event.durationMs} ms`);
  }
}

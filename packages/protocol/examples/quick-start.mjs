// claude -p "Fix the test" --output-format stream-json --verbose --include-partial-messages | node quick-start.mjs
import { decode } from "@unspool/protocol";

for await (const event of decode(process.stdin)) {
  if (event.type === "text-delta" && event.agent === null) {
    process.stdout.write(event.text);
  } else if (event.type === "text-end" && event.agent === null) {
    process.stdout.write("\n");
  } else if (event.type === "message-retracted") {
    console.log("(the answer above was cut off and comes again)");
  } else if (event.type === "tool-call-end") {
    console.log(`→ ${event.agent ?? "main"} calls ${event.name}`, event.input);
  } else if (event.type === "tool-result") {
    console.log(`← ${event.isError ? "failed" : "ok"}, ${event.text.length} characters`);
  } else if (event.type === "turn-end") {
    console.log(`${event.outcome}: $${event.costUsd.toFixed(4)}, ${event.durationMs} ms`);
  }
}

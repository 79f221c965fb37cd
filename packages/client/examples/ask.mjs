// One turn: a promise of its result, and an async iterable of its events.
import { claude } from "@unspool/client";

const { text, costUsd, toolCalls } = await claude.ask("Fix the failing test", { permissionMode: "acceptEdits" });
console.log(text, costUsd.toFixed(4), toolCalls.length);

for await (const event of claude.ask("Explain recursion")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
}

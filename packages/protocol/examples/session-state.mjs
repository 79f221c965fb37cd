// claude -p "Fix the test" --output-format stream-json --verbose | node session-state.mjs
import { agentTree, decode, finalText, initialState, openTools, reduce } from "@unspool/protocol";

let state = initialState();
for await (const event of decode(process.stdin)) {
  const before = state;
  state = reduce(state, event);
  if (state.status !== before.status) console.log(`${before.status} → ${state.status}`);
}
console.log(`said: ${finalText(state)}`);
console.log(`tools: ${state.toolCalls.size} called, ${openTools(state).length} still open`);
console.log(
  `agents: ${agentTree(state)
    .children.map((child) => child.agent.description)
    .join(", ")}`,
);
console.log(`cost: $${state.ledger.totalCostUsd.toFixed(4)}`);

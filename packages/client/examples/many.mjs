// Many at once under one budget, and one after the other.
import { claude } from "@unspool/client";

const run = claude.map(["a.ts", "b.ts", "c.ts"], (file) => `Review ${file}`, { concurrency: 2, budget: { usd: 1 } });
for (const outcome of await run) {
  console.log(outcome.input, outcome.status === "fulfilled" ? outcome.result.text : outcome.error.message);
}

const chain = await claude.chain(["Analyse auth.py", (former) => `Summarise this in one line:\n${former.text}`]);
console.log(chain.text, chain.costUsd.toFixed(4));

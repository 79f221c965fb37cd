// claude-wire's client, call by call.
import { claude, createClaude } from "unspool";
import { z } from "zod";

// await claude.ask(prompt)
const { text, costUsd, usage, sessionId } = await claude.ask("Say hello");
console.log(text, costUsd > 0, usage.inputTokens > 0, sessionId !== undefined);

// for await (const event of claude.stream(prompt)): the same call, iterated
for await (const event of claude.ask("Say it in pieces")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  else if (event.type === "turn-end") console.log(` (${event.outcome})`);
}

// await claude.askJson(prompt, schema)
const colors = z.object({ colors: z.array(z.string()) });
const { data } = await claude.ask("List two colors", { schema: colors });
console.log(data.colors.join(" and "));

// claude.create({ maxCostUsd: 1 }).session(), and its toolHandler
const careful = createClaude({
  budget: { usd: 1 },
  permissions: (request) => (request.toolName === "Bash" ? request.deny("No shell.") : request.allow()),
});
const session = careful.session();
console.log((await session.ask("Delete everything")).denials.map(({ toolName }) => toolName));
// costUsd is that of one turn here, and totalCostUsd that of the session
const second = await session.ask("And now?");
console.log(second.text, second.totalCostUsd > second.costUsd);
await session.close();

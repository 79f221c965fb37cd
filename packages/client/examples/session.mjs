// Many turns on one process, with a say in what runs, a tool of our own and a limit.
import { createClaude, tool } from "@unspool/client";
import { z } from "zod";

const claude = createClaude({ model: "sonnet" });
const session = claude.session({
  permissions: (request) => (request.toolName === "Bash" ? request.deny("no shell") : request.allow()),
  tools: [tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => a + b, { description: "Adds two numbers" })],
  budget: { usd: 0.5 },
});

const first = session.ask("Read the code");
const second = session.ask("Now refactor it"); // waits for its turn
console.log(second.queuePosition, (await first).text, (await second).text);

await session.compact("Focus on auth");
const branch = await session.fork();
console.log((await branch.ask("Try another way")).text);
await Promise.all([session.close(), branch.close()]);

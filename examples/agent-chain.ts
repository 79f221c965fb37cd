// Agent chain: three sessions in sequence, each with the answer of the previous one.
//
//   npm run example -- agent-chain                               on the simulator, free
//   npm run example -- agent-chain --claude "Why is it slow?"    with your own claude, in the current folder
//
// The same in a shell, with pipes: agent-chain.sh.
import { ChainError, claude, type ChainStep } from "unspool";

const task = process.argv[2] ?? "Users are logged out after five minutes.";

const steps: readonly ChainStep[] = [
  {
    name: "analyse",
    prompt: `Find the cause of this problem in the code: ${task}`,
    options: { permissionMode: "plan" },
  },
  // A string gets the previous answer as quoted context. A function builds the whole prompt.
  { name: "plan", prompt: "Write a plan with at most three steps that solves this." },
  {
    name: "report",
    prompt: (plan, all) => `Sum up for the team lead.\nCause: ${all[0]?.text}\nPlan: ${plan.text}`,
    options: { model: "haiku" },
  },
];

const chain = claude.chain(steps, { budget: { usd: 1 } });
let current = -1;
try {
  for await (const { step, name, event } of chain) {
    if (step !== current) console.log(`${current < 0 ? "" : "\n\n"}── ${step + 1}. ${name}`);
    current = step;
    if (event.type === "text-delta" && event.agent === null) process.stdout.write(event.text);
  }
  const { results, costUsd } = await chain;
  console.log(`\n\n${results.length} sessions, $${costUsd.toFixed(4)}`);
} catch (error) {
  if (!(error instanceof ChainError)) throw error;
  // The error has the results of the steps before the failure.
  console.log(`\n${error.message}`);
  console.log(`${error.results.length} of ${steps.length} steps done, $${error.costUsd.toFixed(4)}`);
  process.exitCode = 1;
}

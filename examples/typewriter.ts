// Typewriter: prints the answer while the model is writing it.
//
//   npm run example -- typewriter                                  on the simulator, free
//   npm run example -- typewriter --claude "Explain recursion"     with your own claude
//
// Ctrl-C interrupts the turn: the example then reports what was received and exits with 130.
import { claude } from "unspool";

const prompt = process.argv[2] ?? "Explain recursion in three sentences.";
const turn = claude.ask(prompt, { reject: false });
process.once("SIGINT", () => void turn.interrupt());

console.log(`> ${prompt}\n`);

// Every reader gets all events. This one prints the text, the other one counts the pieces.
const count = countPieces();
for await (const piece of turn.textStream) process.stdout.write(piece);
const pieces = await count;

// With `reject: false` a failed turn is returned, not thrown; `outcome` shows which it is.
const result = await turn;
const figures = `${pieces} pieces, ${result.text.length} characters, $${result.costUsd.toFixed(4)}`;
console.log(`\n\n${result.outcome}: ${figures}`);
if (result.outcome === "interrupted") process.exitCode = 130;
else if (result.outcome === "error") process.exitCode = 1;

async function countPieces(): Promise<number> {
  let deltas = 0;
  for await (const event of turn) if (event.type === "text-delta") deltas += 1;
  return deltas;
}

// Typewriter: prints the answer piece by piece, while the model is still writing it.
//
//   npm run example -- typewriter                                  on the simulator, free
//   npm run example -- typewriter --claude "Explain recursion"     with your own claude
//
// Ctrl-C interrupts the turn: the example then tells what has come so far, and exits with 130.
import { claude } from "unspool";

const prompt = process.argv[2] ?? "Explain recursion in three sentences.";
const turn = claude.ask(prompt, { reject: false });
process.once("SIGINT", () => void turn.interrupt());

console.log(`> ${prompt}\n`);

// Any number of readers get all events. This one prints the words, the other one counts the pieces.
const count = countPieces();
for await (const piece of turn.text) process.stdout.write(piece);
const pieces = await count;

// With `reject: false` a turn that fails is a value like one that succeeds; `outcome` tells them apart.
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

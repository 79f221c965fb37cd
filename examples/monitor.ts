// Monitor: many sessions at once, one line each, in a table that is redrawn at each change.
//
//   npm run example -- monitor                        on the simulator, free
//   npm run example -- monitor --claude src/*.ts      with your own claude: reviews each file, three at a time
//
// In a pipe each change is a line, and the table is printed once at the end.
import { initialState, openTools, reduce, type SessionState } from "@unspool/protocol";
import { claude, type Settled, type Turn } from "unspool";

const files = process.argv.length > 2 ? process.argv.slice(2) : ["auth.ts", "billing.ts", "cache.ts", "deploy.ts"];
const states = new Map<string, SessionState>();
const answers = new Map<string, string>();
const watched: Promise<void>[] = [];
let drawnLines = 0;

const run = claude.map(files, (file) => `Review ${file} in one sentence.`, {
  concurrency: 3,
  budget: { usd: 2 }, // for all of them together
  permissionMode: "plan",
  onProgress(progress) {
    if (progress.type === "start") watched.push(watch(progress.input, progress.turn));
  },
});
await run;
await Promise.all(watched);

if (!process.stdout.isTTY) {
  console.log("---");
  draw();
}
const { total, fulfilled, rejected, costUsd } = run.counts;
console.log(`${fulfilled} of ${total} done, $${costUsd.toFixed(4)}`);
process.exitCode = rejected > 0 ? 1 : 0;

/** Reduces the events of one turn to the state of its session and shows its activity. */
async function watch(file: string, turn: Turn<unknown, Settled>): Promise<void> {
  let state = initialState();
  for await (const event of turn) {
    const before = doing(state);
    state = reduce(state, event);
    states.set(file, state);
    if (doing(state) !== before) show(file);
  }
  const result = await turn; // in a map, a turn that fails is a value, too
  answers.set(file, result.outcome === "success" ? result.text : `failed: ${result.message}`);
  show(file);
}

/** Returns the running tools, or the status. */
function doing(state: SessionState): string {
  const tools = openTools(state).map(({ name }) => name);
  return tools.length > 0 ? tools.join(", ") : state.status;
}

function row(file: string): string {
  const { toolCalls, ledger } = states.get(file) ?? initialState();
  const status = answers.has(file) ? "ended" : doing(states.get(file) ?? initialState());
  const figures = `${toolCalls.size} tools  $${ledger.totalCostUsd.toFixed(4)}`;
  return `${file.padEnd(12)} ${status.padEnd(9)} ${figures}  ${answers.get(file) ?? ""}`.trimEnd();
}

function show(file: string): void {
  if (process.stdout.isTTY) draw();
  else console.log(row(file));
}

function draw(): void {
  if (drawnLines > 0) process.stdout.write(`\u001B[${drawnLines}A\u001B[J`); // up to the first line, and clear from there
  for (const file of files) console.log(row(file).slice(0, process.stdout.columns));
  drawnLines = files.length;
}

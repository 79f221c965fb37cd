// Editor integration: shows each change as a diff, asks for permission, and can interrupt the turn.
//
//   npm run example -- editor                                         on the simulator, free
//   npm run example -- editor --claude "Rename hello to greet"        with your own claude, in the current folder
//
// Answer each change with y (do it), n (leave it), or s (stop the turn).
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { describeRequest } from "@unspool/protocol/approval";
import { claude, type PermissionAnswer, type PermissionRequest } from "unspool";

const COLOURS = { "+": "\u001B[32m", "-": "\u001B[31m", " ": "" } as const;
// An iterator instead of `question()`, which would lose lines that a pipe sends before the question.
const keyboard = createInterface({ input: process.stdin });
const answers = keyboard[Symbol.asyncIterator]();

const session = claude.session({ permissions: askPerson });
const turn = session.ask(process.argv[2] ?? "Greet the whole world, politely, and tidy up.", { reject: false });
for await (const piece of turn.textStream) process.stdout.write(piece);
const result = await turn;
console.log(`\n\n${result.outcome}:`);
for (const { name, status } of result.toolCalls) console.log(`  ${name} ${status}`);
if (result.outcome === "error") process.exitCode = 1;
await session.close();
keyboard.close();

async function askPerson(request: PermissionRequest): Promise<PermissionAnswer> {
  await setImmediate(); // the words before the call are still on their way to the loop above
  showChange(request);
  process.stdout.write("do it? [y/n/s] ");
  const answer = await answers.next();
  const key = answer.done === true ? "s" : answer.value.trim(); // the end of the input stops the turn, too
  if (!process.stdin.isTTY) console.log(key);
  if (key === "y") return request.allow();
  if (key === "n") return request.deny("The person does not want this change.");
  return request.deny("The person has stopped the turn.", { interrupt: true });
}

/** Prints title, fields and warnings. Invisible characters are shown as marks such as `<U+202E>`. */
function showChange({ toolName, input, reason, suggestions }: PermissionRequest): void {
  const { title, fields, warnings } = describeRequest({ toolName, input, reason, suggestions, cwd: process.cwd() });
  console.log(`\n\n── ${title}`);
  for (const { label, lines } of fields) {
    console.log(`${label}:`);
    for (const { sign, pieces } of lines) {
      const text = `  ${sign ?? ""} ${pieces.map((piece) => piece.text).join("")}`;
      const colour = process.stdout.isTTY ? COLOURS[sign ?? " "] : "";
      console.log(colour === "" ? text : `${colour}${text}\u001B[0m`);
    }
  }
  for (const { message } of warnings) console.log(`! ${message}`);
}

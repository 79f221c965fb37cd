// `npm start`: plays a recording of a session in the terminal, as it happened. Until there is a client, this is what
// unspool looks like. Small parts beside it: arguments, recording, view (events to text), pace, screen.
import { join, relative, resolve } from "node:path";
import { readArguments, USAGE, WrongUse } from "./start/arguments.mjs";
import { ending, preface } from "./start/frame.mjs";
import { createPace } from "./start/pace.mjs";
import { readRecording } from "./start/recording.mjs";
import { createScreen } from "./start/screen.mjs";
import { createView } from "./start/view.mjs";
import { root } from "./process.mjs";

const DEMO = join(root, "packages/protocol/test/recordings/demo/fix-the-test.ndjson");

try {
  const request = readArguments(process.argv.slice(2));
  if (request.isHelp) process.stdout.write(USAGE);
  else await play(request);
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function play(request) {
  // npm runs scripts at the top of the repository; a path is meant from where the user stands.
  const here = process.env["npm_lifecycle_event"] === "start" ? process.env["INIT_CWD"] : undefined;
  const path = request.path === undefined ? DEMO : resolve(here ?? "", request.path);
  const speed = request.speed ?? (process.stdout.isTTY ? 1 : 0);
  const screen = createScreen(process.stdout, process.env, speed);
  const view = createView(screen.columns);
  const pace = createPace();
  let hasBegun = false;
  for await (const event of readRecording(path)) {
    if (!hasBegun) await screen.write(preface(seenFromHere(path), screen.columns()));
    hasBegun = true;
    await screen.wait(pace.beforeEvent(event));
    for (const piece of view.take(event)) {
      await screen.write([piece]);
      await screen.wait(pace.afterPiece(piece));
    }
    await screen.wait(pace.afterEvent(event));
  }
  await screen.write(view.end());
  await screen.write(ending(screen.columns()));
}

function seenFromHere(path) {
  const fromHere = relative("", path);
  return fromHere.startsWith("..") ? path : fromHere;
}

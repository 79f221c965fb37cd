// A recording as a stream of events, decoded while it plays. Refuses what is no recording before anything is shown.
import { createReadStream } from "node:fs";
import { createDecoder } from "../../packages/protocol/dist/index.js";
import { quote, WrongUse } from "./arguments.mjs";

// So many lines without a single known message, and it is something else.
const MAX_STRANGE_EVENTS = 200;

/** All events of a recording, in order. */
export async function* readRecording(path) {
  const strange = [];
  let isRecording = false;
  for await (const event of decodeFile(path)) {
    if (isRecording) yield event;
    else if (event.type === "malformed" || event.type === "unknown") {
      strange.push(event);
      if (strange.length >= MAX_STRANGE_EVENTS) break;
    } else {
      isRecording = true;
      yield* strange;
      yield event;
    }
  }
  if (isRecording) return;
  const what = strange.length === 0 ? "is empty" : "is not a recording";
  throw new WrongUse(`${quote(path)} ${what}: it should hold what claude --output-format stream-json prints.`);
}

async function* decodeFile(path) {
  let events = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for await (const chunk of chunksOf(path)) {
    decoder.push(chunk);
    yield* events;
    events = [];
  }
  decoder.end();
  yield* events;
}

async function* chunksOf(path) {
  try {
    yield* createReadStream(path);
  } catch (error) {
    if (typeof error.code !== "string") throw error;
    throw new WrongUse(REASONS[error.code]?.(quote(path)) ?? `Cannot read ${quote(path)}: ${error.code}.`);
  }
}

const REASONS = {
  ENOENT: (path) => `There is no file ${path}: npm start plays a recording, so give the path of one.`,
  EISDIR: (path) => `${path} is a folder: name one recording in it.`,
  EACCES: (path) => `${path} may not be read by you.`,
};

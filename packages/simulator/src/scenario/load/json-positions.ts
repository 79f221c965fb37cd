// Finds positions in a JSON text. JSON.parse reports neither the position of a value nor, in every version of Node, where it
// failed. This runs only after a problem was found.

import type { Locate, Position } from "../check/check-scenario.ts";
import { formatPath } from "../../check/scenario-error.ts";
import type { Path } from "../../check/scenario-error.ts";

export interface JsonPositions {
  readonly locate: Locate;
  /** The first character that JSON does not allow. */
  readonly brokenAt: Position | undefined;
}

interface Frame {
  readonly path: Path;
  readonly isList: boolean;
  key: string | number;
  awaits: "key" | "colon" | "value" | "comma";
  isEmpty: boolean;
}

export function locateInJson(text: string): JsonPositions {
  const keys = new Map<string, number>();
  const values = new Map<string, number>();
  const broken = scan(text, keys, values);
  return {
    locate(path, at) {
      const found = (at === "key" ? keys : values).get(formatPath(path)) ?? values.get(formatPath(path));
      return found === undefined ? undefined : toPosition(text, found);
    },
    brokenAt: broken === undefined ? undefined : toPosition(text, broken),
  };
}

function toPosition(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** Returns the offset of the first syntax error, if there is one. */
function scan(text: string, keys: Map<string, number>, values: Map<string, number>): number | undefined {
  const frames: Frame[] = [];
  let offset = skipBlanks(text, 0);
  do {
    const end = findTokenEnd(text, offset);
    if (end === undefined || !step(frames, text.slice(offset, end), offset, keys, values)) return offset;
    offset = skipBlanks(text, end);
  } while (frames.length > 0);
  return offset < text.length ? offset : undefined;
}

/** Processes one token. Returns false if JSON does not allow it here. */
function step(
  frames: Frame[],
  token: string,
  start: number,
  keys: Map<string, number>,
  values: Map<string, number>,
): boolean {
  const frame = frames.at(-1);
  if (token === "]" || token === "}") {
    const mayClose =
      frame !== undefined && frame.isList === (token === "]") && (frame.awaits === "comma" || frame.isEmpty);
    if (mayClose) frames.pop();
    return mayClose;
  }
  if (frame?.awaits === "key") {
    if (!token.startsWith('"')) return false;
    frame.key = JSON.parse(token) as string;
    keys.set(formatPath([...frame.path, frame.key]), start);
    frame.awaits = "colon";
    frame.isEmpty = false;
    return true;
  }
  if (frame?.awaits === "colon" || frame?.awaits === "comma") {
    if (token !== (frame.awaits === "colon" ? ":" : ",")) return false;
    if (frame.awaits === "comma" && typeof frame.key === "number") frame.key += 1;
    frame.awaits = frame.awaits === "comma" && !frame.isList ? "key" : "value";
    return true;
  }
  if (token === "," || token === ":") return false;
  const path = frame === undefined ? [] : [...frame.path, frame.key];
  values.set(formatPath(path), start);
  if (frame !== undefined) {
    frame.awaits = "comma";
    frame.isEmpty = false;
  }
  const isList = token === "[";
  if (isList || token === "{")
    frames.push({ path, isList, key: isList ? 0 : "", awaits: isList ? "value" : "key", isEmpty: true });
  return true;
}

function findTokenEnd(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === undefined) return undefined;
  if ("[]{}:,".includes(first)) return start + 1;
  if (first === '"') return findStringEnd(text, start);
  const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/.exec(
    text.slice(start, start + 1000),
  )?.[0];
  return word === undefined ? undefined : start + word.length;
}

function findStringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') return at + 1;
    if (character < " ") return undefined;
    if (character !== "\\") continue;
    const escaped = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at + 1, at + 6))?.[0];
    if (escaped === undefined) return undefined;
    at += escaped.length;
  }
  return undefined;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

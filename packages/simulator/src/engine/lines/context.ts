// The context of all line builders, and how they order and type fields.

import type { OutputMessage } from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../json.ts";
import type { Identity } from "../identity.ts";
import type { VersionQuirks } from "../versions/version-quirks.ts";

export interface LineContext {
  readonly quirks: VersionQuirks;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly hasPartials: boolean;
  readonly folders: Folders;
  /** The facts of earlier lines that later lines repeat. */
  readonly memory: LineMemory;
}

/** The folders whose paths appear in lines. Nothing is opened there. */
export interface Folders {
  readonly home: string;
  /** The folder of temporary files, from `TMPDIR`. */
  readonly temporary: string;
  readonly userId: number;
}

export const DEFAULT_FOLDERS: Folders = { home: "/home/user", temporary: "/tmp", userId: 1000 };

export interface LineMemory {
  /** From the last init; paths in other lines begin with it. */
  cwd: string;
  /** The content of files, as far as earlier calls have shown it. */
  readonly files: Map<string, string>;
  todos: Json;
  /** The names that MCP servers give themselves, by their configured names. */
  serverNames: Readonly<Record<string, string>>;
}

/** The ids at the end of most lines, in the order that the writer gives them. */
export interface Ids {
  readonly uuid: string;
  readonly session_id: string;
}

/**
 * A wire message, or a part of one, before it is written: `undefined` for a field that the version does not have. Object
 * literals of this type use `field: condition ? value : undefined`, because the compiler does not check the names of
 * fields in a conditional spread.
 */
export type Draft<Part> = { readonly [Field in keyof Part]: Part[Field] | undefined };

/** A wire message, or a part of one, that can also be read as JSON. */
export type Written<Part> = Part & JsonObject;

/** Returns a line without its undefined fields. A field that is misspelt or missing does not compile. */
export function toLine<Message extends OutputMessage>(draft: Draft<Message>): Written<Message> {
  return omitUndefined<Message>(draft);
}

/** Returns a part of a line without its undefined fields. */
export function omitUndefined<Part extends object>(draft: Draft<Part>): Written<Part> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Written<Part>;
}

/** Returns the defined fields in the order of the list, followed by those that it does not name. */
export function orderFields<Part extends object>(
  order: readonly (keyof Part & string)[],
  draft: Draft<Part>,
): Written<Part> {
  const fields = omitUndefined<Part>(draft);
  return { ...pickFields<Part>(order, draft), ...fields };
}

/** Returns the defined fields that the list names, in its order. */
export function pickFields<Part extends object>(
  order: readonly (keyof Part & string)[],
  draft: Draft<Part>,
): Written<Part> {
  const picked: Record<string, unknown> = {};
  for (const key of order) if (draft[key] !== undefined) picked[key] = draft[key];
  return picked as Written<Part>;
}

/** Formats the current time as the CLI does: ISO 8601 with milliseconds. */
export function formatTimestamp(identity: Identity): string {
  return new Date(identity.now()).toISOString();
}

/** Returns the name of the CLI's folder for a working directory: every other character becomes a hyphen. */
export function toProjectFolder(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

/** Returns the path of a task's output file. Nothing is written there. */
export function getTaskOutputFile(context: LineContext, taskId: string): string {
  const { quirks, memory, sessionId, folders } = context;
  const project = toProjectFolder(memory.cwd);
  const own = `claude-${folders.userId}/${project}/${sessionId}`;
  const root = quirks.has("hasTemporaryTaskFolder") ? folders.temporary : "/tmp";
  const folder = quirks.has("hasUserTaskFolder") ? `${root}/${own}` : `/tmp/claude/${project}`;
  return `${folder}/tasks/${taskId}.output`;
}

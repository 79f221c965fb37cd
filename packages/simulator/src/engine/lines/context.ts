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
  /** How MCP servers call themselves, by name. */
  serverNames: Readonly<Record<string, string>>;
}

/** The ids at the end of most lines, in the order that the writer gives them. */
export interface Ids {
  readonly uuid: string;
  readonly session_id: string;
}

/** A message of the wire as it is written: `undefined` for a field that the version does not have. */
export type Draft<Message> = { readonly [Field in keyof Message]: Message[Field] | undefined };

/** Returns a line without its undefined fields. A field that is misspelt or missing does not compile. */
export function toLine<Message extends OutputMessage>(draft: Draft<Message>): JsonObject {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

/** Returns the fields in the order of the list, followed by those that it does not name. */
export function orderFields(order: readonly string[], fields: JsonObject): JsonObject {
  const arranged: Record<string, Json> = {};
  for (const key of order) {
    const value = fields[key];
    if (value !== undefined) arranged[key] = value;
  }
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== undefined && !(key in arranged)) arranged[key] = value;
  }
  return arranged;
}

/** As the CLI writes times: ISO 8601 with milliseconds. */
export function formatTimestamp(identity: Identity): string {
  return new Date(identity.now()).toISOString();
}

/** Returns the name of the CLI's folder for a working directory: every other character becomes a hyphen. */
export function toProjectFolder(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

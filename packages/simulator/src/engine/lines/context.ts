// What every maker of lines is given, and the one way they put fields in order.

import type { Json, JsonObject } from "../../json.ts";
import type { Identity } from "../identity.ts";
import type { Manners } from "../manners.ts";

export interface LineContext {
  readonly manners: Manners;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly hasPartials: boolean;
  readonly folders: Folders;
  /** What later lines repeat of earlier ones. */
  readonly memory: LineMemory;
}

/** Where the process lives: paths below are told in lines, and nothing is opened there. */
export interface Folders {
  readonly home: string;
  /** Of temporary files, as `TMPDIR` says. */
  readonly temporary: string;
  readonly userId: number;
}

export const NOBODYS_FOLDERS: Folders = { home: "/home/user", temporary: "/tmp", userId: 1000 };

export interface LineMemory {
  /** From the last init; paths in other lines begin with it. */
  cwd: string;
  /** What files hold, as far as calls have told. */
  readonly files: Map<string, string>;
  todos: Json;
  /** How MCP servers call themselves, by name. */
  serverNames: Readonly<Record<string, string>>;
}

/** The fields that are there, in the order of the list; those it does not name come last. */
export function arrange(order: readonly string[], fields: JsonObject): JsonObject {
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
export function timestampOf(identity: Identity): string {
  return new Date(identity.now()).toISOString();
}

/** The folder in which the CLI keeps what belongs to a working directory: every odd character becomes a hyphen. */
export function projectFolder(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

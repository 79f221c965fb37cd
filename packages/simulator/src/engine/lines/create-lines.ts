// Puts the makers of lines together for one session of one version.

import type { Identity } from "../identity.ts";
import { mannersOf } from "../manners.ts";
import { NOBODYS_FOLDERS, type Folders, type LineContext } from "./context.ts";
import { controlLines } from "./control-lines.ts";
import { initLine } from "./init-line.ts";
import type { Line, Lines, TurnOfLine } from "./lines.ts";
import { modelLines } from "./model-lines.ts";
import { createResultLine } from "./result-line.ts";
import { sessionLines } from "./session-lines.ts";
import { taskLines } from "./task-lines.ts";
import { userLines } from "./user-lines.ts";

export interface LinesOptions {
  readonly version: string;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly hasPartials: boolean;
  /** Paths in lines before the first init begin with it. */
  readonly cwd?: string;
  /** @default nobody's */
  readonly folders?: Folders | undefined;
  /** What the session had used when it was resumed, in versions that go on from there. */
  readonly restoredUsage?: TurnOfLine["modelUsage"];
}

export function createLines(options: LinesOptions): Lines {
  const context: LineContext = {
    manners: mannersOf(options.version),
    sessionId: options.sessionId,
    identity: options.identity,
    hasPartials: options.hasPartials,
    folders: options.folders ?? NOBODYS_FOLDERS,
    memory: { cwd: options.cwd ?? "/", serverNames: {}, files: new Map(), todos: [] },
  };
  const lines: Lines = {
    init: (session) => initLine(context, session),
    ...sessionLines(context),
    ...modelLines(context),
    ...userLines(context),
    ...taskLines(context),
    ...controlLines(context),
    result: createResultLine(context, options.restoredUsage ?? {}),
  };
  return context.manners.has("hasUuid") ? lines : withoutUuids(lines);
}

/** 1.0.60 had none, on no line. */
function withoutUuids(lines: Lines): Lines {
  type Maker = (...facts: readonly unknown[]) => Line | undefined;
  const makers = Object.entries(lines as unknown as Record<string, Maker>).map(([name, make]) => {
    const bare: Maker = (...facts) => {
      const line = make(...facts);
      if (line === undefined) return undefined;
      const { uuid: _uuid, ...rest } = line;
      return rest;
    };
    return [name, bare];
  });
  return Object.fromEntries(makers) as Lines;
}

// Creates the line builder of one session.

import type { Identity } from "../identity.ts";
import { getQuirks } from "../versions/version-quirks.ts";
import { DEFAULT_FOLDERS, type Folders, type LineContext } from "./context.ts";
import { createControlLines } from "./control/control-lines.ts";
import { createInitLine } from "./session/init-line.ts";
import type { Line, LineBuilder, TurnInfo } from "./lines.ts";
import { createModelLines } from "./model/model-lines.ts";
import { createResultLine } from "./result/result-line.ts";
import { createStatusLines } from "./session/status-lines.ts";
import { createTaskLines } from "./session/task-lines.ts";
import { createUserLines } from "./user/user-lines.ts";

export interface LinesOptions {
  readonly version: string;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly hasPartials: boolean;
  /** The folder of paths in lines before the first init. */
  readonly cwd?: string;
  /** @default folders of an invented user */
  readonly folders?: Folders | undefined;
  /** The usage of a resumed session, in versions that go on from there. */
  readonly restoredUsage?: TurnInfo["modelUsage"];
}

export function createLineBuilder(options: LinesOptions): LineBuilder {
  const context: LineContext = {
    quirks: getQuirks(options.version),
    sessionId: options.sessionId,
    identity: options.identity,
    hasPartials: options.hasPartials,
    folders: options.folders ?? DEFAULT_FOLDERS,
    memory: { cwd: options.cwd ?? "/", serverNames: {}, files: new Map(), todos: [] },
  };
  const lines: LineBuilder = {
    init: (session) => createInitLine(context, session),
    ...createStatusLines(context),
    ...createModelLines(context),
    ...createUserLines(context),
    ...createTaskLines(context),
    ...createControlLines(context),
    result: createResultLine(context, options.restoredUsage ?? {}),
  };
  return context.quirks.has("hasUuid") ? lines : removeUuids(lines);
}

/** Removes the uuid from every line, for 1.0.60. */
function removeUuids(lines: LineBuilder): LineBuilder {
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
  return Object.fromEntries(makers) as LineBuilder;
}

// The parts of `npm start` live in scripts/, as plain Node without types; here they get those the tests rely on.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDecoder, type Event } from "../../src/index.ts";

export const root: string = join(import.meta.dirname, "../../../..");
export const recordings: string = join(import.meta.dirname, "../recordings");
export const demo = "packages/protocol/test/recordings/demo/fix-the-test.ndjson";

export interface Piece {
  readonly text: string;
  readonly style?: string;
  readonly isTyped?: boolean;
}

interface Scripts {
  readonly arguments: {
    readonly readArguments: (words: readonly string[]) => { isHelp?: boolean; path?: string; speed?: number };
  };
  readonly columns: {
    readonly columnsOf: (text: string) => number;
    readonly shorten: (text: string, columns: number) => string;
  };
  readonly pace: {
    readonly createPace: () => {
      beforeEvent(event: object): number;
      afterEvent(event: object): number;
      afterPiece(piece: Piece): number;
    };
  };
  readonly paint: {
    readonly hasColours: (isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>) => boolean;
  };
  readonly sanitize: {
    readonly sanitize: (text: string) => string;
    readonly createSanitizer: () => { push(piece: string): string };
  };
  readonly view: {
    readonly createView: (columns: () => number) => { take(event: Event): readonly Piece[]; end(): readonly Piece[] };
  };
  readonly wrap: {
    readonly createWrap: (width: () => number) => { push(text: string): readonly string[]; end(): readonly string[] };
    readonly flow: (items: readonly string[], columns: number) => readonly string[];
  };
}

/** A module of scripts/start. */
export async function load<Name extends keyof Scripts>(name: Name): Promise<Scripts[Name]> {
  const url = pathToFileURL(join(root, `scripts/start/${name}.mjs`)).href;
  return (await import(url)) as Scripts[Name];
}

/** All events of a stream. */
export function eventsOf(bytes: Uint8Array | string): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(bytes);
  decoder.end();
  return events;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the real program, as `npm start` does after it has built; without colours of this terminal or of CI. */
export function start(words: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  if (!existsSync(join(root, "packages/protocol/dist/index.js"))) {
    throw new Error(
      "scripts/start.mjs runs on packages/protocol/dist: build it first, with npm run build or npm test.",
    );
  }
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:NO_COLOR|FORCE_COLOR|npm_.*|INIT_CWD)$/.test(name),
  );
  return spawn(process.execPath, ["scripts/start.mjs", ...words], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** What the program printed and how it ended. */
export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8");
    child[name]?.on("data", (text: string) => (printed[name] += text));
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...printed };
}

// A host in front of a replay: what it was told, line by line, and how it ended.
import { createDecoder, encode, type Event } from "@unspool/protocol";
import { replayTransport, type ReplayOptions } from "../../src/record/replay.ts";
import type { Recording } from "../../src/record/types.ts";
import type { Transport, TransportExit } from "../../src/transport/types.ts";

export const launch = { command: "claude", args: [], cwd: "/", env: {} };

export interface Host {
  readonly transport: Transport;
  readonly lines: string[];
  readonly exited: Promise<TransportExit>;
  /** Resolves at the next line that fits. */
  line(isIt: (message: Wire) => boolean): Promise<Wire>;
}

export interface Wire {
  readonly type?: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly request_id?: string;
  readonly request?: { readonly subtype: string };
  readonly response?: { readonly request_id?: string; readonly subtype?: string; readonly error?: string };
  readonly [key: string]: unknown;
}

export function start(
  recording: Recording | string,
  options: ReplayOptions = {},
  onLine: (message: Wire) => void = () => {},
): Host {
  const lines: string[] = [];
  const waiting: { readonly isIt: (message: Wire) => boolean; readonly resolve: (message: Wire) => void }[] = [];
  let rest = "";
  let ended: (exit: TransportExit) => void = () => {};
  const exited = new Promise<TransportExit>((resolve) => (ended = resolve));
  const transport = replayTransport(recording, options)(launch, {
    onData(chunk) {
      const parts = (rest + Buffer.from(chunk).toString("utf8")).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        lines.push(part);
        const message = parse(part);
        onLine(message);
        for (const wait of waiting.filter(({ isIt }) => isIt(message))) {
          waiting.splice(waiting.indexOf(wait), 1);
          wait.resolve(message);
        }
      }
    },
    onStderr: () => {},
    onExit(exit) {
      if (rest !== "") lines.push(rest);
      ended(exit);
    },
  });
  return { transport, lines, exited, line: (isIt) => new Promise((resolve) => waiting.push({ isIt, resolve })) };
}

export function parse(line: string): Wire {
  try {
    return JSON.parse(line) as Wire;
  } catch {
    return {};
  }
}

export function decodeAll(lines: readonly string[]): readonly Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const line of lines) decoder.push(`${line}\n`);
  decoder.end();
  return events;
}

export const user = (text: string, uuid?: string): string => encode.user(text, uuid === undefined ? {} : { uuid });

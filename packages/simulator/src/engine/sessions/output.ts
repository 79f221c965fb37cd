// The output of the engine: lines as text with LF, in the dialects of the options. Writing never waits; a writer of
// many lines checks `isBusy` and awaits `drained()`.

import type { JsonObject } from "../../json.ts";
import type { EngineHost } from "./options.ts";
import type { Identity } from "../identity.ts";
import { createDialects, type Dialect } from "../lines/dialects.ts";
import { createStringifier } from "../lines/stringify-line.ts";

export interface Output {
  write(line: JsonObject | undefined): void;
  readonly isBusy: boolean;
  /** Resolves when the host takes more. */
  drained(): Promise<void>;
  /** Drops all further lines. */
  close(): void;
}

/** How far the virtual clock moves for a line. */
const MS_PER_LINE = 1;

export function createOutput(host: EngineHost, identity: Identity, dialects: readonly Dialect[]): Output {
  const translate = createDialects(dialects);
  const stringify = createStringifier();
  let busy: Promise<void> | undefined;
  let isClosed = false;
  const put = (line: JsonObject): void => {
    const waiting = host.write(`${stringify(line)}\n`);
    if (waiting === undefined) return;
    const all = busy === undefined ? waiting : Promise.all([busy, waiting]).then(() => undefined);
    busy = all;
    const settle = (): void => {
      if (busy === all) busy = undefined;
    };
    // A host that can no longer write ends the engine itself; here only the busy state is cleared.
    all.then(settle, settle);
  };
  return {
    write(line) {
      if (line === undefined || isClosed) return;
      identity.advance(MS_PER_LINE);
      if (translate === undefined) put(line);
      else for (const translated of translate(line)) put(translated);
    },
    get isBusy() {
      return busy !== undefined;
    },
    async drained() {
      await busy?.catch(() => undefined);
    },
    close() {
      isClosed = true;
    },
  };
}

// A secret that the model writes comes in pieces, one per line, and no piece looks like one. Lines with pieces of text are
// held back until a place where no secret can go on, and redacted together: joined, the pieces then still give the text of
// the finished line, which was redacted whole. Order is kept; how much is held is bounded.

import type { Redactor } from "./redact.ts";
import type { PlainRedactor } from "./redact-plain.ts";
import { readDelta, type Delta } from "./delta-line.ts";

export interface HeldLine {
  readonly kind: "in" | "out" | "err";
  text: string;
  readonly timeMs: number;
  readonly isCut: boolean;
  readonly omittedBytes: number;
}

export interface DeltaHold {
  push(line: HeldLine): void;
  /** Gives everything that is held. */
  flush(): void;
}

/** The pieces of one block since the last place where nothing could go on. */
interface Window {
  readonly agent: string;
  text: string;
  mayHoldSecret: boolean;
  isOpen: boolean;
  readonly pieces: { readonly line: HeldLine; readonly delta: Delta }[];
}

const MAX_HELD = 1 << 20;
/** Longer than every hint of a secret, so that one across two pieces is seen. */
const HINT_LENGTH = 64;

export function createDeltaHold(
  plain: PlainRedactor,
  redact: Redactor,
  values: readonly string[],
  onLine: (line: HeldLine) => void,
): DeltaHold {
  const seamLength = Math.max(HINT_LENGTH, ...values.map((value) => value.length));
  const hasSpaces = values.some((value) => /\s/.test(value));
  let queue: { readonly line: HeldLine; readonly window: Window | undefined }[] = [];
  let held = 0;
  const open = new Map<string, Window>();

  /** The window is decided: its lines get their text. Where something was replaced, the first line has it all. */
  function settle(key: string, window: Window): void {
    open.delete(key);
    window.isOpen = false;
    if (!window.mayHoldSecret) return;
    const isJson = window.pieces[0]?.delta.field === "partial_json";
    const redacted = isJson ? redact(window.text) : plain.redact(window.text);
    if (redacted === window.text) return;
    window.pieces.forEach(({ line, delta }, place) => {
      line.text = delta.withText(place === 0 ? redacted : "");
    });
  }

  function settleAll(isMine: (window: Window) => boolean): void {
    for (const [key, window] of open) if (isMine(window)) settle(key, window);
  }

  function release(): void {
    let done = 0;
    for (const { line, window } of queue) {
      if (window?.isOpen === true) break;
      onLine(line);
      held -= line.text.length;
      done++;
    }
    if (done > 0) queue = queue.slice(done);
    if (queue.length === 0) held = 0;
  }

  function hold(line: HeldLine, delta: Delta): void {
    const key = `${delta.agent} ${delta.index} ${delta.field}`;
    const former = open.get(key);
    if (former !== undefined && isBoundary(former, delta.text, hasSpaces)) settle(key, former);
    const window: Window = open.get(key) ?? {
      agent: delta.agent,
      text: "",
      mayHoldSecret: false,
      isOpen: true,
      pieces: [],
    };
    open.set(key, window);
    const seam = Math.max(0, window.text.length - seamLength);
    window.text += delta.text;
    window.mayHoldSecret ||= plain.mayChange(window.text.slice(seam));
    window.pieces.push({ line, delta });
    queue.push({ line, window });
  }

  return {
    push(line) {
      const read = line.kind === "out" && !line.isCut ? readDelta(line.text) : undefined;
      if (read?.type === "delta") {
        hold(line, read);
      } else {
        if (read?.type === "end") settleAll((window) => read.agent === undefined || window.agent === read.agent);
        line.text = redact(line.text);
        if (open.size === 0) {
          release();
          return onLine(line);
        }
        queue.push({ line, window: undefined });
      }
      held += line.text.length;
      if (held > MAX_HELD) settleAll(() => true);
      release();
    },
    flush() {
      settleAll(() => true);
      release();
    },
  };
}

/** Whether no secret goes on from the window into the piece that follows. Only values that are given have spaces in them. */
function isBoundary({ text, mayHoldSecret }: Window, next: string, hasSpaces: boolean): boolean {
  const seam = `${text.at(-1) ?? ""}${next.at(0) ?? ""}`;
  if (!mayHoldSecret && !hasSpaces) return /\s/.test(seam);
  return seam.includes("\n") && !isKeyOpen(text);
}

function isKeyOpen(text: string): boolean {
  const begin = text.lastIndexOf("-----BEGIN");
  return begin !== -1 && text.indexOf("-----END", begin) === -1;
}

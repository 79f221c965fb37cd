// A secret that the model writes comes in pieces, one per line, and no piece looks like one. Lines with pieces of text are
// held back until a place where no secret can go on, and redacted together: joined, the pieces then still give the text of
// the finished line, which was redacted whole. Finished blocks are held in the same way, because a secret can go on in the
// next block. Order is kept; how much is held is bounded.

import type { PlainRedactor, Redactor } from "@unspool/protocol/redact";
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
  readonly field: Delta["field"];
  text: string;
  mayHoldSecret: boolean;
  isOpen: boolean;
  readonly pieces: Piece[];
}

interface Piece {
  readonly line: HeldLine;
  readonly delta: Delta;
}

/** Of one window. */
const MAX_TEXT = 1 << 20;
/** Of all lines: the longest line of another agent fits in while a window is open. */
const MAX_HELD = 96 << 20;
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

  /** The window is decided: its lines get their text. */
  function settle(key: string, window: Window): void {
    open.delete(key);
    window.isOpen = false;
    const { pieces, field } = window;
    if (window.mayHoldSecret) {
      const clean = (text: string): string => (field === "partial_json" ? redact(text) : plain.redact(text));
      const blocks = blocksOf(window);
      const apart = blocks.map((block) => clean(block.map(({ delta }) => delta.text).join("")));
      const together = clean(window.text);
      // A secret across two blocks: the first line of all has everything. Otherwise each block keeps its own.
      const isAcross = together !== apart.join("");
      blocks.forEach((block, place) => {
        const given = isAcross ? (place === 0 ? together : "") : (apart[place] ?? "");
        if (given === block.map(({ delta }) => delta.text).join("")) return;
        block.forEach(({ line, delta }, nth) => (line.text = delta.withText(nth === 0 ? given : "")));
      });
    }
    for (const { line, delta } of pieces) if (delta.isWhole) line.text = redact(line.text);
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
    // The input of each tool stands alone; text goes on from one block to the next.
    const place = delta.isWhole ? "whole" : delta.field === "partial_json" ? delta.index : "part";
    const key = `${delta.agent} ${place} ${delta.field}`;
    const former = open.get(key);
    if (former !== undefined && isBoundary(former, delta.text, hasSpaces)) settle(key, former);
    const window: Window = open.get(key) ?? {
      agent: delta.agent,
      field: delta.field,
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
    if (window.text.length > MAX_TEXT) settle(key, window);
  }

  return {
    push(line) {
      const read = line.kind === "out" && !line.isCut ? readDelta(line.text) : undefined;
      if (read?.type === "delta") {
        hold(line, read);
      } else {
        if (read?.type === "end") {
          const isMine = ({ agent }: Window): boolean => read.agent === undefined || agent === read.agent;
          settleAll((window) => isMine(window) && (read.isBlock !== true || window.field === "partial_json"));
        }
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

/** The pieces of the window, block by block. */
function blocksOf({ pieces }: Window): Piece[][] {
  const blocks: Piece[][] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const isNew = piece.delta.isWhole || last?.[0]?.delta.index !== piece.delta.index;
    if (last === undefined || isNew) blocks.push([piece]);
    else last.push(piece);
  }
  return blocks;
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

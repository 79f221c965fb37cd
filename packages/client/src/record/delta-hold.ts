// Holds back lines with deltas, so that secrets across several deltas are redacted. A secret of the model arrives in deltas,
// one per line, and no single delta looks like one. Lines with text deltas are held until a position where no secret can
// continue, and redacted together with the text before them, so that the joined deltas still equal the finished line, which
// was redacted as a whole. Deltas of a tool's input are held until it is complete, because JSON is read as a whole. Finished
// blocks are held like text, because a secret can continue in the next block. The order is kept, and the held size is bounded.

import type { PlainRedactor, Redactor } from "@unspool/protocol/redact";
import { readDelta, type Delta } from "./delta-line.ts";

export interface HeldLine {
  /** `end`: the end of the input, which keeps its position among the lines. */
  readonly kind: "in" | "out" | "err" | "end";
  text: string;
  readonly timeMs: number;
  readonly isCut: boolean;
  readonly omittedBytes: number;
}

export interface DeltaHold {
  push(line: HeldLine): void;
  /** Releases everything that is held. */
  flush(): void;
}

/** The deltas of one block since the last position where no secret could continue. */
interface Window {
  readonly agent: string;
  readonly field: Delta["field"];
  /** The text before the window in the same block. It may announce a secret (`login me`). */
  readonly before: Before;
  text: string;
  hasHint: boolean;
  isOpen: boolean;
  readonly pieces: Piece[];
}

interface Piece {
  readonly line: HeldLine;
  readonly delta: Delta;
}

/** The end of the text that was released. */
interface Before {
  readonly index: number;
  readonly text: string;
  /** Characters since the last one that may belong to a secret. */
  readonly hintDistance: number;
}

const NOTHING_BEFORE: Before = { index: -1, text: "", hintDistance: Infinity };

/** The largest window. */
const MAX_TEXT = 1 << 20;
/** The largest total: the longest line of another agent fits in while a window is open. */
const MAX_HELD = 96 << 20;
/** Longer than every hint of a secret, so that a hint across two deltas is found. */
const HINT_LENGTH = 64;
/** Longer than the 400 characters that may be between `curl` and its `-u`, the longest distance within a pattern. */
const MAX_BEFORE = 512;

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
  const befores = new Map<string, Before>();

  /** Closes the window, and writes the redacted text into its lines. */
  function settle(key: string, window: Window): void {
    open.delete(key);
    window.isOpen = false;
    const { pieces, field, before } = window;
    if (mayHoldSecret(window)) {
      const redactField = (text: string): string => (field === "partial_json" ? redact(text) : plain.redact(text));
      const known = plain.redact(before.text);
      const clean = (text: string): string => {
        const all = before.text === "" ? "" : plain.redact(before.text + text);
        return all !== "" && all.startsWith(known) ? all.slice(known.length) : redactField(text);
      };
      const blocks = splitBlocks(window);
      const apart = blocks.map((block, nth) => {
        const text = block.map(({ delta }) => delta.text).join("");
        return nth === 0 ? clean(text) : redactField(text);
      });
      const together = clean(window.text);
      // For a secret across two blocks, the first line gets all text. Otherwise each block keeps its own.
      const isAcross = together !== apart.join("");
      blocks.forEach((block, place) => {
        const given = isAcross ? (place === 0 ? together : "") : (apart[place] ?? "");
        if (given === block.map(({ delta }) => delta.text).join("")) return;
        block.forEach(({ line, delta }, nth) => (line.text = delta.withText(nth === 0 ? given : "")));
      });
    }
    for (const { line, delta } of pieces) if (delta.isWhole) line.text = redact(line.text);
    if (pieces[0]?.delta.isWhole === false) befores.set(key, toBefore(window));
  }

  function settleAll(isMine: (window: Window) => boolean): void {
    for (const [key, window] of open) if (isMine(window)) settle(key, window);
  }

  /** Ends the windows of an agent, as its next text is unrelated. */
  function forget(agent: string | undefined): void {
    if (agent === undefined) befores.clear();
    else for (const key of befores.keys()) if (key.startsWith(`${agent} `)) befores.delete(key);
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
    // The input of each tool is separate; text continues from one block to the next.
    const place = delta.isWhole ? "whole" : delta.field === "partial_json" ? delta.index : "part";
    const key = `${delta.agent} ${place} ${delta.field}`;
    const former = open.get(key);
    if (former !== undefined && isBoundary(former, delta.text, hasSpaces)) settle(key, former);
    const window = open.get(key) ?? createWindow(delta, befores.get(key));
    open.set(key, window);
    const seam = (window.text === "" ? window.before.text : window.text).slice(-seamLength);
    window.text += delta.text;
    window.hasHint ||= plain.mayChange(seam + delta.text);
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
          if (read.isBlock !== true) forget(read.agent);
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

function createWindow({ agent, field, index }: Delta, former: Before | undefined): Window {
  const before = former?.index === index ? former : NOTHING_BEFORE;
  return { agent, field, before, text: "", hasHint: false, isOpen: true, pieces: [] };
}

function mayHoldSecret({ hasHint, before }: Window): boolean {
  return hasHint || before.hintDistance < MAX_BEFORE;
}

function toBefore(window: Window): Before {
  const { before, hasHint, pieces } = window;
  const index = pieces.at(-1)?.delta.index ?? 0;
  const isSameBlock = pieces[0]?.delta.index === index;
  const text = isSameBlock ? window.text : (splitBlocks(window).at(-1) ?? []).map(({ delta }) => delta.text).join("");
  return {
    index,
    text: ((isSameBlock ? before.text : "") + text).slice(-MAX_BEFORE),
    hintDistance: hasHint ? 0 : before.hintDistance + text.length,
  };
}

/** Joins the deltas of the window, block by block. */
function splitBlocks({ pieces }: Window): Piece[][] {
  const blocks: Piece[][] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const isNew = piece.delta.isWhole || last?.[0]?.delta.index !== piece.delta.index;
    if (last === undefined || isNew) blocks.push([piece]);
    else last.push(piece);
  }
  return blocks;
}

/** Whether no secret continues from the window into the next delta. Only given values contain spaces. */
function isBoundary(window: Window, next: string, hasSpaces: boolean): boolean {
  const { field, text } = window;
  if (field === "partial_json") return false;
  const seam = `${text.at(-1) ?? ""}${next.at(0) ?? ""}`;
  if (!mayHoldSecret(window) && !hasSpaces) return /\s/.test(seam);
  return seam.includes("\n") && !isKeyOpen(text);
}

function isKeyOpen(text: string): boolean {
  const begin = text.lastIndexOf("-----BEGIN");
  return begin !== -1 && text.indexOf("-----END", begin) === -1;
}

// Names that come again and again, made into a string once. The last few are kept, for a file has no more.

import { type Hash, hashInto } from "./claims.ts";
import type { Span } from "./entry.ts";
import { textAt } from "./json-bytes.ts";

const KEPT = 128;

export interface Names {
  /** What stands there; empty if nothing does. */
  read(bytes: Buffer, span: Span): string;
  readAt(bytes: Buffer, from: number, to: number): string;
}

export function createNames(): Names {
  const kept: string[] = Array.from({ length: KEPT }, () => "");
  const hash: Hash = { high: 0, low: 0 };
  function readAt(bytes: Buffer, from: number, to: number): string {
    hashInto(hash, bytes, from, to);
    const place = hash.low & (KEPT - 1);
    const known = kept[place] ?? "";
    if (isSame(known, bytes, from, to)) return known;
    const name = textAt(bytes, from, to);
    kept[place] = name;
    return name;
  }
  return { readAt, read: (bytes, { from, to }) => (from < 0 ? "" : readAt(bytes, from, to)) };
}

const BACKSLASH = 0x5c;

/** Only of names in ASCII and without escapes, as nearly all are: others are read anew. */
function isSame(name: string, bytes: Buffer, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) {
    const byte = bytes[from + at] ?? 0;
    if (byte !== name.charCodeAt(at) || byte > 0x7f || byte === BACKSLASH) return false;
  }
  return true;
}

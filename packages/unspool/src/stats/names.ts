// Names that come again and again, made into a string once.

import { type Hash, hashInto } from "./claims.ts";
import type { Span } from "./entry.ts";
import { textAt } from "./json-bytes.ts";

const MAX_KEPT = 10_000;

export interface Names {
  /** What stands there; empty if nothing does. */
  read(bytes: Buffer, span: Span): string;
  readAt(bytes: Buffer, from: number, to: number): string;
}

export function createNames(): Names {
  const kept = new Map<number, { readonly raw: Buffer; readonly name: string }>();
  const hash: Hash = { high: 0, low: 0 };
  function readAt(bytes: Buffer, from: number, to: number): string {
    hashInto(hash, bytes, from, to);
    const known = kept.get(hash.low);
    if (known !== undefined && isSame(known.raw, bytes, from, to)) return known.name;
    if (kept.size === MAX_KEPT) kept.clear();
    const name = textAt(bytes, from, to);
    kept.set(hash.low, { raw: Buffer.from(bytes.subarray(from, to)), name });
    return name;
  }
  return { readAt, read: (bytes, { from, to }) => (from < 0 ? "" : readAt(bytes, from, to)) };
}

function isSame(raw: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (raw.length !== to - from) return false;
  for (let at = 0; at < raw.length; at += 1) if (raw[at] !== bytes[from + at]) return false;
  return true;
}

// Decodes names that repeat often (models, tools, sessions) into strings once. A file has few, so the last 128 are cached.

import { decodeString } from "../scan/entry-scanner.ts";
import type { Span } from "../scan/entry.ts";
import { type Hash, hashBytes } from "../store/id-index.ts";

const CACHED_NAMES = 128;

export interface StringCache {
  /** Returns the string in the span; empty if there is none. */
  read(bytes: Buffer, span: Span): string;
  readAt(bytes: Buffer, from: number, to: number): string;
}

export function createStringCache(): StringCache {
  const cached: string[] = Array.from({ length: CACHED_NAMES }, () => "");
  const hash: Hash = { high: 0, low: 0 };
  function readAt(bytes: Buffer, from: number, to: number): string {
    hashBytes(hash, bytes, from, to);
    const index = hash.low & (CACHED_NAMES - 1);
    const known = cached[index] ?? "";
    if (isSame(known, bytes, from, to)) return known;
    const name = decodeString(bytes, from, to);
    cached[index] = name;
    return name;
  }
  return { readAt, read: (bytes, { from, to }) => (from < 0 ? "" : readAt(bytes, from, to)) };
}

const BACKSLASH = 0x5c;

/** Recognizes only ASCII names without escapes, as nearly all are. Others are decoded again. */
function isSame(name: string, bytes: Buffer, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) {
    const byte = bytes[from + at] ?? 0;
    if (byte !== name.charCodeAt(at) || byte > 0x7f || byte === BACKSLASH) return false;
  }
  return true;
}

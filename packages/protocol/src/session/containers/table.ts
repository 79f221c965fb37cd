// An immutable map from string to value that keeps the order of first insertion. Like `List`, it shares what it can, so a
// change costs the same at any size.

import { EMPTY_TRIE, findKey, insertKey, type HashTrie } from "./hash-trie.ts";
import { List, showAsArray } from "./list.ts";

/** An immutable, ordered map. Its values name their own key; it prints and serialises as the array of them. */
export class Table<T> implements Iterable<T> {
  /** The table without values. */
  static readonly empty: Table<never> = new Table<never>(EMPTY_TRIE, List.empty, undefined);

  private readonly index: HashTrie;
  private readonly values: List<T>;
  /** Key of the last value: what came last is asked for most. */
  private readonly lastKey: string | undefined;

  static {
    showAsArray(this.prototype);
  }

  private constructor(index: HashTrie, values: List<T>, lastKey: string | undefined) {
    this.index = index;
    this.values = values;
    this.lastKey = lastKey;
  }

  get size(): number {
    return this.values.length;
  }

  has(key: string): boolean {
    return this.positionOf(key) >= 0;
  }

  get(key: string): T | undefined {
    const position = this.positionOf(key);
    return position < 0 ? undefined : this.values.at(position);
  }

  /** This table with a value under a key. A new key goes to the end; a known one keeps its place. */
  with(key: string, value: T): Table<T> {
    const position = this.positionOf(key);
    if (position < 0) return this.append(key, value);
    return new Table(this.index, this.values.with(position, value), this.lastKey);
  }

  /** This table and one more value. A known key leads to the new value; the old one stays among the values. */
  append(key: string, value: T): Table<T> {
    return new Table(insertKey(this.index, key, this.size), this.values.append(value), key);
  }

  [Symbol.iterator](): Generator<T, void, undefined> {
    return this.values[Symbol.iterator]();
  }

  /** The values that are new or not the same as in an earlier state of this table, each with the one before it. */
  changesSince(earlier: Table<T>): [now: T, before: T | undefined][] {
    return this.values.changesSince(earlier.values);
  }

  toArray(): T[] {
    return this.values.toArray();
  }

  toJSON(): readonly T[] {
    return this.toArray();
  }

  private positionOf(key: string): number {
    return key === this.lastKey ? this.size - 1 : findKey(this.index, key);
  }
}

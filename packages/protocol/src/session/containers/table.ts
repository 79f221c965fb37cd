// An immutable map from string to value, in order of first insertion. Like `List`, it shares structure, so a change
// costs the same at any size.

import { EMPTY_TRIE, findKey, insertKey, type HashTrie } from "./hash-trie.ts";
import { List, showAsArray } from "./list.ts";

/** An immutable, ordered map. Its values contain their own key; it prints and serializes as the array of its values. */
export class Table<T> implements Iterable<T> {
  /** The empty table. */
  static readonly empty: Table<never> = new Table<never>(EMPTY_TRIE, List.empty, undefined);

  private readonly index: HashTrie;
  private readonly values: List<T>;
  /** Key of the last value, which is looked up most often. */
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
    return this.findPosition(key) >= 0;
  }

  get(key: string): T | undefined {
    const position = this.findPosition(key);
    return position < 0 ? undefined : this.values.at(position);
  }

  /** Returns this table with a value under a key. A new key goes to the end; an existing one keeps its position. */
  with(key: string, value: T): Table<T> {
    const position = this.findPosition(key);
    if (position < 0) return this.append(key, value);
    return new Table(this.index, this.values.with(position, value), this.lastKey);
  }

  /**
   * Returns this table with one more value. An existing key then refers to the new value; the old value stays listed.
   */
  append(key: string, value: T): Table<T> {
    return new Table(insertKey(this.index, key, this.size), this.values.append(value), key);
  }

  [Symbol.iterator](): Generator<T, void, undefined> {
    return this.values[Symbol.iterator]();
  }

  /**
   * Returns the values that were added or replaced since an earlier state of this table, each with the previous value.
   */
  changesSince(earlier: Table<T>): [now: T, before: T | undefined][] {
    return this.values.changesSince(earlier.values);
  }

  toArray(): T[] {
    return this.values.toArray();
  }

  toJSON(): readonly T[] {
    return this.toArray();
  }

  private findPosition(key: string): number {
    return key === this.lastKey ? this.size - 1 : findKey(this.index, key);
  }
}

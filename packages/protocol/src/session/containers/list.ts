// An immutable list that shares structure with the lists it was made from: a 32-way trie with a tail. Appending and
// replacing cost the same for ten items as for a million, and older lists stay valid.

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** Inner nodes contain nodes; the lowest ones contain leaves of 32 items. */
type Trie = readonly unknown[];

/** An immutable list. Prints and serializes as an array. */
export class List<T> implements Iterable<T> {
  /** The empty list. */
  static readonly empty: List<never> = new List<never>(0, [], BITS, []);

  readonly length: number;
  private readonly trie: Trie;
  /** Number of index bits below those of the root: 5 while its children are leaves. */
  private readonly shift: number;
  /** The last 1 to 32 items. The newest item is always here, and most changes of a session affect it. */
  private readonly tail: readonly T[];

  static {
    showAsArray(this.prototype);
  }

  private constructor(length: number, trie: Trie, shift: number, tail: readonly T[]) {
    this.length = length;
    this.trie = trie;
    this.shift = shift;
    this.tail = tail;
  }

  /** Returns the item at an index. Negative indexes count from the end, as with arrays. */
  at(place: number): T | undefined {
    const index = place < 0 ? this.length + place : place;
    const tailStart = this.length - this.tail.length;
    if (index >= tailStart) return this.tail[index - tailStart];
    if (index < 0) return undefined;
    let node = this.trie;
    for (let shift = this.shift; shift > 0; shift -= BITS) node = node[(index >>> shift) & MASK] as Trie;
    return node[index & MASK] as T;
  }

  /** Returns this list with one more item. */
  append(item: T): List<T> {
    const { length } = this;
    const tail = this.tail;
    if (tail.length < WIDTH) return new List(length + 1, this.trie, this.shift, [...tail, item]);
    const start = length - WIDTH;
    const isFull = start === 1 << (this.shift + BITS);
    const shift = isFull ? this.shift + BITS : this.shift;
    const root = isFull ? [this.trie] : this.trie;
    // A fresh copy, because an array that has grown reserves room for more items.
    return new List(length + 1, addLeaf(root, shift, start, tail.slice()), shift, [item]);
  }

  /** Returns this list with another item at an index. An index out of range changes nothing. */
  with(place: number, item: T): List<T> {
    const index = place < 0 ? this.length + place : place;
    if (!(index >= 0 && index < this.length)) return this;
    const tailStart = this.length - this.tail.length;
    if (index >= tailStart) {
      return new List(this.length, this.trie, this.shift, replace(this.tail, index - tailStart, item));
    }
    return new List(this.length, replaceDeep(this.trie, this.shift, index, item), this.shift, this.tail);
  }

  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index) as T;
  }

  /**
   * Returns the items that were added or replaced since an earlier state of this list, each with the previous item.
   * Shared parts are skipped, so the cost depends only on the changes.
   */
  changesSince(earlier: List<T>): [now: T, before: T | undefined][] {
    const changes: [T, T | undefined][] = [];
    const compare = (items: readonly T[], start: number): void =>
      items.forEach((item, slot) => {
        const before = earlier.at(start + slot);
        if (before !== item) changes.push([item, before]);
      });
    const visit = (node: Trie, before: Trie | undefined, shift: number, start: number): void => {
      if (node === before) return;
      if (shift === 0) compare(node as readonly T[], start);
      else
        node.forEach((child, slot) =>
          visit(child as Trie, before?.[slot] as Trie, shift - BITS, start + (slot << shift)),
        );
    };
    let root = earlier.trie;
    for (let shift = earlier.shift; shift < this.shift; shift += BITS) root = [root];
    visit(this.trie, root, this.shift, 0);
    compare(this.tail, this.length - this.tail.length);
    return changes;
  }

  toArray(): T[] {
    return [...this];
  }

  toJSON(): readonly T[] {
    return this.toArray();
  }
}

/** Returns a list of these items. */
export function toList<T>(items: Iterable<T>): List<T> {
  let list: List<T> = List.empty;
  for (const item of items) list = list.append(item);
  return list;
}

/** Makes Node's `console.log` show the items instead of the trie. */
export function showAsArray(prototype: { toArray(): unknown }): void {
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), {
    value(this: { toArray(): unknown }) {
      return this.toArray();
    },
  });
}

function replace<T>(items: readonly T[], index: number, item: T): readonly T[] {
  const copy = items.slice();
  copy[index] = item;
  return copy;
}

function replaceDeep(node: Trie, shift: number, index: number, item: unknown): Trie {
  const slot = (index >>> shift) & MASK;
  return replace(node, slot, shift === 0 ? item : replaceDeep(node[slot] as Trie, shift - BITS, index, item));
}

function addLeaf(node: Trie, shift: number, index: number, leaf: Trie): Trie {
  const slot = (index >>> shift) & MASK;
  const child = shift === BITS ? leaf : addLeaf((node[slot] as Trie | undefined) ?? [], shift - BITS, index, leaf);
  return replace(node, slot, child);
}

// Where a key stands: an immutable hash trie from string to position, insert only. Nodes are compressed by a bitmap, so
// it needs memory only for what it holds.

const BITS = 5;
const MASK = (1 << BITS) - 1;

/** A node: bit n of `bitmap` says that slot n is there; `slots` holds the ones that are. */
export interface HashTrie {
  readonly bitmap: number;
  readonly slots: readonly (HashTrie | Leaf)[];
}

interface Leaf {
  readonly key: string;
  readonly hash: number;
  readonly position: number;
  /** Another key with the same hash. */
  readonly next: Leaf | undefined;
}

export const EMPTY_TRIE: HashTrie = { bitmap: 0, slots: [] };

/** The position of a key, or -1. */
export function findKey(trie: HashTrie, key: string): number {
  const hash = hashOf(key);
  let node = trie;
  for (let shift = 0; ; shift += BITS) {
    const bit = 1 << ((hash >>> shift) & MASK);
    if ((node.bitmap & bit) === 0) return -1;
    const child = node.slots[countBits(node.bitmap & (bit - 1))] as HashTrie | Leaf;
    if ("key" in child) return positionIn(child, key);
    node = child;
  }
}

function positionIn(leaf: Leaf, key: string): number {
  for (let entry: Leaf | undefined = leaf; entry !== undefined; entry = entry.next) {
    if (entry.key === key) return entry.position;
  }
  return -1;
}

/** The trie and one more key, which must not be in it. */
export function insertKey(trie: HashTrie, key: string, position: number): HashTrie {
  return insertLeaf(trie, 0, { key, hash: hashOf(key), position, next: undefined });
}

function insertLeaf(node: HashTrie, shift: number, leaf: Leaf): HashTrie {
  const bit = 1 << ((leaf.hash >>> shift) & MASK);
  const place = countBits(node.bitmap & (bit - 1));
  if ((node.bitmap & bit) === 0) return { bitmap: node.bitmap | bit, slots: node.slots.toSpliced(place, 0, leaf) };
  const slots = node.slots.slice();
  slots[place] = merge(node.slots[place] as HashTrie | Leaf, shift + BITS, leaf);
  return { bitmap: node.bitmap, slots };
}

function merge(child: HashTrie | Leaf, shift: number, leaf: Leaf): HashTrie | Leaf {
  if (!("key" in child)) return insertLeaf(child, shift, leaf);
  if (child.hash === leaf.hash) return { ...leaf, next: child };
  return insertLeaf(insertLeaf(EMPTY_TRIE, shift, child), shift, leaf);
}

/** FNV-1a, then a mix, since the trie reads the low bits first. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

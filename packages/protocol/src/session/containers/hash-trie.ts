// An immutable hash trie that maps a string key to a position. Nodes are compressed by a bitmap, so memory is
// proportional to the content. Node and bitmap share one array, because in a large heap every separate object costs a
// cache miss.

const BITS = 4;
const MASK = (1 << BITS) - 1;

/** A node. The first element is a bitmap of the occupied slots; the contents of those slots follow in order. */
export interface HashTrie extends ReadonlyArray<number | HashTrie | Leaf> {}

interface Leaf {
  readonly key: string;
  readonly hash: number;
  readonly position: number;
  /** Another key with the same hash. */
  readonly next: Leaf | undefined;
}

const SEED = /* @__PURE__ */ Math.floor(/* @__PURE__ */ Math.random() * 2 ** 32);

export const EMPTY_TRIE: HashTrie = [0];

/** Returns the position of a key, or -1. */
export function findKey(trie: HashTrie, key: string): number {
  const hash = hashKey(key);
  let node = trie;
  for (let shift = 0; ; shift += BITS) {
    const bitmap = node[0] as number;
    const bit = 1 << ((hash >>> shift) & MASK);
    if ((bitmap & bit) === 0) return -1;
    const child = node[getSlotIndex(bitmap, bit)] as HashTrie | Leaf;
    if (isLeaf(child)) return positionIn(child, key);
    node = child;
  }
}

function positionIn(leaf: Leaf, key: string): number {
  for (let entry: Leaf | undefined = leaf; entry !== undefined; entry = entry.next) {
    if (entry.key === key) return entry.position;
  }
  return -1;
}

/** Returns the trie with a key at a position. A key that exists gets the new position. */
export function insertKey(trie: HashTrie, key: string, position: number): HashTrie {
  return insertLeaf(trie, 0, { key, hash: hashKey(key), position, next: undefined });
}

function insertLeaf(node: HashTrie, shift: number, leaf: Leaf): HashTrie {
  const bitmap = node[0] as number;
  const bit = 1 << ((leaf.hash >>> shift) & MASK);
  const place = getSlotIndex(bitmap, bit);
  const isFree = (bitmap & bit) === 0;
  const copy = isFree ? node.toSpliced(place, 0, leaf) : node.slice();
  copy[0] = bitmap | bit;
  if (!isFree) copy[place] = merge(node[place] as HashTrie | Leaf, shift + BITS, leaf);
  return copy;
}

function merge(child: HashTrie | Leaf, shift: number, leaf: Leaf): HashTrie | Leaf {
  if (!isLeaf(child)) return insertLeaf(child, shift, leaf);
  if (child.hash === leaf.hash) return { ...leaf, next: child.key === leaf.key ? child.next : child };
  return insertLeaf(insertLeaf(EMPTY_TRIE, shift, child), shift, leaf);
}

function isLeaf(child: HashTrie | Leaf): child is Leaf {
  return !Array.isArray(child);
}

/**
 * FNV-1a, then a mix, because the trie reads the low bits first. The seed is random, so that nobody can choose ids that
 * collide.
 */
function hashKey(key: string): number {
  let hash = SEED;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Returns the array index of a slot: one for the bitmap, plus the number of occupied slots below. */
function getSlotIndex(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return 1 + (Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24);
}

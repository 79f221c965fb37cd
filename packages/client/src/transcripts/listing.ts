// An async iterable that can be awaited too. Nothing is read before one of the two is done, and each reads anew.

import type { Listing } from "./types.ts";

export function createListing<Item>(items: () => AsyncGenerator<Item, void, undefined>): Listing<Item> {
  async function all(): Promise<readonly Item[]> {
    const found: Item[] = [];
    for await (const item of items()) found.push(item);
    return found;
  }
  return {
    [Symbol.asyncIterator]: items,
    // oxlint-disable-next-line unicorn/no-thenable -- a listing is awaited or iterated, as a turn is.
    then: (onFulfilled, onRejected) => all().then(onFulfilled, onRejected),
  };
}

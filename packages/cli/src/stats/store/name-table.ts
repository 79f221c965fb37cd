// Numbers names in the order in which they come, and finds either by the other.

export interface NameTable {
  readonly size: number;
  /** Returns the number of the name, new or known. */
  readonly add: (name: string) => number;
  readonly getName: (number: number) => string;
}

export function createNameTable(): NameTable {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    get size() {
      return names.length;
    },
    add(name) {
      let number = numbers.get(name);
      if (number === undefined) {
        number = names.length;
        numbers.set(name, number);
        names.push(name);
      }
      return number;
    },
    getName: (number) => names[number] ?? "",
  };
}

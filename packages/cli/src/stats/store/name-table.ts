// Numbers names in the order in which they come, and finds either by the other.

export interface NameTable {
  readonly size: number;
  readonly numberOf: (name: string) => number;
  readonly nameOf: (number: number) => string;
}

export function createNameTable(): NameTable {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    get size() {
      return names.length;
    },
    numberOf(name) {
      let number = numbers.get(name);
      if (number === undefined) {
        number = names.length;
        numbers.set(name, number);
        names.push(name);
      }
      return number;
    },
    nameOf: (number) => names[number] ?? "",
  };
}

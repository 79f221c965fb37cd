// Names ↔ numbers.

export interface Numbered {
  readonly size: number;
  readonly numberOf: (name: string) => number;
  readonly nameOf: (number: number) => string;
}

export function createNumbered(): Numbered {
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

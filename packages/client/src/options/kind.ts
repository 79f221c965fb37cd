// What a value may be, as data: kinds, and how larger ones are made of smaller ones. A kind has a complaint, or none.

/** What is wrong: with the value itself, or with a part of it. */
export type Complaint = Misfit | UnknownName;

/** It should be something else. */
export interface Misfit {
  readonly type: "misfit";
  /** From the option down; empty for the option itself. */
  readonly path: Path;
  readonly value: unknown;
  readonly wanted: string;
}

/** Nobody knows this name: it is misspelt, most likely. */
export interface UnknownName {
  readonly type: "unknown";
  /** The last of it is the name. */
  readonly path: Path;
  readonly value: unknown;
  readonly known: readonly string[];
  /** What else can be done. Without it, the known names are told. */
  readonly advice?: string | undefined;
}

export type Path = readonly (string | number)[];

/** @returns undefined when it is content */
export type Kind = (value: unknown) => Complaint | undefined;

export type Kinds = Readonly<Record<string, Kind>>;

export const is =
  (wanted: string, holds: (value: unknown) => boolean): Kind =>
  (value) =>
    holds(value) ? undefined : { type: "misfit", path: [], value, wanted };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A class has members of its own, which are nobody's misspelling. */
function isPlain(value: object): boolean {
  return [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}

/** A NUL ends a word of the command line: Node refuses to start a program with one. */
export const isWord = (value: unknown): boolean => typeof value === "string" && !value.includes("\0");

export const anything: Kind = () => undefined;
export const text: Kind = is("a text without NUL", isWord);
export const name: Kind = is("a text that is not empty", (value) => isWord(value) && value !== "");
export const boolean: Kind = is("true or false", (value) => typeof value === "boolean");
export const callback: Kind = is("a function", (value) => typeof value === "function");
export const count: Kind = is("a whole number from 1 on", (value) => Number.isSafeInteger(value) && Number(value) >= 1);
export const size: Kind = is("a whole number from 0 on", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const amount: Kind = is("a number above 0", (value) => Number.isFinite(value) && Number(value) > 0);
/** Infinity is an answer too: never. */
export const duration: Kind = is("milliseconds, from 0 on", (value) => typeof value === "number" && value >= 0);
export const words: Kind = is(
  "a list of texts",
  (value) => Array.isArray(value) && value.every((one) => isWord(one) && one !== ""),
);
export const record: Kind = is("an object", isRecord);
export const promptKind: Kind = is("a text, or blocks", (value) => typeof value === "string" || Array.isArray(value));

export const oneOf = (...choices: readonly string[]): Kind =>
  is(`one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`, (value) =>
    choices.includes(value as string),
  );

/** All of one of them. What is wrong inside of one of them is told before what it might have been instead. */
export const either =
  (wanted: string, ...kinds: readonly Kind[]): Kind =>
  (value) => {
    const complaints: Complaint[] = [];
    for (const kind of kinds) {
      const complaint = kind(value);
      if (complaint === undefined) return undefined;
      complaints.push(complaint);
    }
    return complaints.find(({ path }) => path.length > 0) ?? { type: "misfit", path: [], value, wanted };
  };

export const listOf =
  (kind: Kind): Kind =>
  (value) =>
    Array.isArray(value)
      ? firstOf(value.map((one, place) => under(place, kind(one))))
      : { type: "misfit", path: [], value, wanted: "a list" };

/** Under names that anybody may choose. */
export const recordOf =
  (kind: Kind): Kind =>
  (value) =>
    isRecord(value)
      ? firstOf(Object.entries(value).map(([key, one]) => under(key, kind(one))))
      : { type: "misfit", path: [], value, wanted: "an object" };

export interface FieldRules {
  /** Those that must be there. */
  readonly needs?: readonly string[];
  readonly advice?: string;
}

/** An object whose fields are of these kinds, and that has no others. */
export const fields =
  (kinds: Kinds, { needs = [], advice }: FieldRules = {}): Kind =>
  (value) => {
    if (!isRecord(value)) return { type: "misfit", path: [], value, wanted: "an object" };
    const complaints = Object.entries(value).map(([key, one]): Complaint | undefined => {
      const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
      if (kind !== undefined) return one === undefined ? undefined : under(key, kind(one));
      return isPlain(value)
        ? { type: "unknown", path: [key], value: one, known: Object.keys(kinds), advice }
        : undefined;
    });
    // A name that nobody knows explains what is missing.
    const missing = needs.map((key) => (value[key] === undefined ? under(key, kinds[key]?.(undefined)) : undefined));
    return firstOf([...complaints, ...missing]);
  };

function firstOf(complaints: readonly (Complaint | undefined)[]): Complaint | undefined {
  return complaints.find((complaint) => complaint !== undefined);
}

function under(place: string | number, complaint: Complaint | undefined): Complaint | undefined {
  return complaint === undefined ? undefined : { ...complaint, path: [place, ...complaint.path] };
}

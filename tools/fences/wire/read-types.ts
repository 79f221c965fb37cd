// Reads the wire types as data. They are the one description of the wire: names, fields, and with the tag `@checked` what
// a line must have. TypeScript 7 has no API for programs, so the text is read; it is regular enough for that: interfaces
// with readonly members, and names for unions of them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../workspace.ts";

/** A field of a message or of an object inside one. */
interface Member {
  /** The texts of its types. */
  readonly types: readonly string[];
  /** Whether a line is malformed without the field, or only if the field has another type. */
  readonly check: "required" | "optional" | undefined;
}

type Members = ReadonlyMap<string, Member>;

interface Shape {
  /** The text after `extends`. */
  readonly bases: string;
  readonly members: Members;
}

/** One member of a union of messages. */
export interface WireObject {
  /** Values of the discriminant. */
  readonly names: readonly string[];
  readonly members: Members;
}

export interface WireTypes {
  /** Lists the members of a union (a name, or text), in order, with the values of their discriminant. */
  expand(union: string, discriminant: "type" | "subtype"): readonly WireObject[];
  /** Fields of the object type. Undefined: any field may be there. */
  listFields(type: string): readonly string[] | undefined;
  /** `string`, `number`, `array` or `object`. */
  findKind(type: string): string;
}

/** Reads the types of what a CLI writes. Input and transcript types have messages with the same names. */
export function readWireTypes(): WireTypes {
  const folder = join(root, "packages/protocol/src/wire");
  const files = ["output", "shared"].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), "utf8")),
  );
  return parseWireTypes(files.join("\n"));
}

/** Parses the text of wire types. */
export function parseWireTypes(source: string): WireTypes {
  const text = source
    .replaceAll(
      /\/\*(?:(?!\*\/)[^])*@checked( optional)?(?:(?!\*\/)[^])*\*\//g,
      (_, optional) => `$check${optional === undefined ? "" : "Optional"} `,
    )
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
  const shapes = new Map<string, Shape>();
  for (const match of text.matchAll(/interface (\w+)(?:<[^{]*?>)?\s*(?:extends ([^{]*))?\{/g)) {
    const [head, name = "", bases = ""] = match;
    const start = match.index + head.length;
    shapes.set(name, { bases, members: parseMembers(text.slice(start, findEnd(text, start, "}"))) });
  }
  const aliases = new Map<string, string>();
  for (const match of text.matchAll(/type (\w+)(?:<[^=]*?>)? =/g)) {
    const [head, name = ""] = match;
    const start = match.index + head.length;
    const value = text.slice(start, findEnd(text, start, ";"));
    aliases.set(name, value);
    // A shape with its parameter filled in: `HookLine<"hook_started">`.
    if (/^\s*\w+<"[^>]*>\s*$/.test(value)) shapes.set(name, { bases: value, members: new Map() });
  }

  function flatten({ bases, members }: Shape): Members {
    const all = new Map<string, Member>();
    const parents = findNames(bases).flatMap((name) => shapes.get(name) ?? []);
    for (const own of [...parents.map(flatten), members]) {
      for (const [field, { types, check }] of own) {
        const inherited = all.get(field);
        all.set(field, { types: [...(inherited?.types ?? []), ...types], check: check ?? inherited?.check });
      }
    }
    return all;
  }

  function expand(union: string, discriminant: "type" | "subtype"): readonly WireObject[] {
    const shape = shapes.get(union);
    if (shape === undefined) {
      return findNames(aliases.get(union) ?? union)
        .filter((name) => name !== union)
        .flatMap((name) => expand(name, discriminant));
    }
    const members = flatten(shape);
    const own = findLiterals(members.get(discriminant)?.types.join(" ") ?? "");
    return [{ names: own.length > 0 ? own : findLiterals(shape.bases), members }];
  }

  function listFields(type: string): readonly string[] | undefined {
    const found = [...type.matchAll(/\{/g)].flatMap(({ index }) => [
      ...parseMembers(type.slice(index + 1, findEnd(type, index + 1, "}"))).keys(),
    ]);
    for (const name of findNames(type.replaceAll(/\{[^]*\}/g, ""))) {
      if (["JsonObject", "Json", "Record", "unknown"].includes(name)) return undefined;
      const shape = shapes.get(name);
      const fields = shape === undefined ? listFields(aliases.get(name) ?? "") : [...flatten(shape).keys()];
      if (fields === undefined) return undefined;
      found.push(...fields);
    }
    return found;
  }

  function findKind(type: string): string {
    const plain = type.trim().replace(/^\|\s*/, "");
    if (/^readonly [\s\S]*\[\]/.test(plain)) return "array";
    if (/^(?:"|string\b|Open<|Subtype\b)/.test(plain)) return "string";
    if (/^number\b/.test(plain)) return "number";
    const alias = aliases.get(/^\w+/.exec(plain)?.[0] ?? "");
    return alias === undefined || alias.trim().startsWith("{") ? "object" : findKind(alias);
  }

  return { expand, listFields, findKind };
}

/** Members of a body, not those of objects inside it. */
function parseMembers(body: string): Members {
  const members = new Map<string, Member>();
  for (let start = 0; start < body.length;) {
    const end = findEnd(body, start, ";");
    const [, tag, field, type = ""] =
      /^\s*(?:\$check(Optional|) )?\s*(?:readonly )?(\w+)\??:([^]*)$/.exec(body.slice(start, end)) ?? [];
    const check = tag === undefined ? undefined : tag === "" ? "required" : "optional";
    if (field !== undefined) members.set(field, { types: [type], check });
    start = end + 1;
  }
  return members;
}

/** The index of the character outside of all brackets. */
function findEnd(text: string, start: number, closing: "}" | ";"): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] as string;
    if (depth === 0 && character === closing) return index;
    if ("{([".includes(character)) depth += 1;
    else if ("})]".includes(character)) depth -= 1;
  }
  return text.length;
}

function findNames(type: string): readonly string[] {
  return type.replaceAll(/"[^"]*"/g, "").match(/\b[A-Z]\w*|\bunknown\b/g) ?? [];
}

function findLiterals(type: string): readonly string[] {
  return [...type.matchAll(/"([^"]*)"/g)].map(([, literal = ""]) => literal);
}

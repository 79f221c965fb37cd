// Reads the wire types as data. They are the only description of the wire: names, fields, what a line must have
// (`@checked`), and the first CLI version that was seen to write it (`@since`). TypeScript 7 has no API for programs, so
// this parses the text, which is regular: interfaces with readonly members, and names for unions of them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../workspace.ts";

/** A field of a message or of an object inside one. */
interface Member {
  /** The texts of its types. */
  readonly types: readonly string[];
  /** Whether a line is malformed without the field, or only if the field has another type. */
  readonly check: "required" | "optional" | undefined;
  /** The oldest measured CLI version that writes the field, if the types state it. */
  readonly since: string | undefined;
}

type Members = ReadonlyMap<string, Member>;

interface Shape {
  /** The text after `extends`. */
  readonly bases: string;
  readonly since: string | undefined;
  readonly members: Members;
}

/** One member of a union of messages. */
export interface WireObject {
  /** Values of the discriminant. */
  readonly names: readonly string[];
  /** The oldest measured CLI version that writes the message, if the types state it. */
  readonly since: string | undefined;
  readonly members: Members;
}

export interface WireTypes {
  /** Lists the members of a union (a name, or text), in order, with the values of their discriminant. */
  expand(union: string, discriminant: "type" | "subtype"): readonly WireObject[];
  /** Lists the fields of an object type, or returns `undefined` if it may have any field. */
  listFields(type: string): ReadonlyMap<string, Pick<Member, "since">> | undefined;
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
  const text = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, keepTags);
  const shapes = new Map<string, Shape>();
  const declarations = /(?:\$since([\d.]+) \s*)?(?:export )?interface (\w+)(?:<[^{]*?>)?\s*(?:extends ([^{]*))?\{/g;
  for (const match of text.matchAll(declarations)) {
    const [head, since, name = "", bases = ""] = match;
    const start = match.index + head.length;
    shapes.set(name, { bases, since, members: parseMembers(text.slice(start, findEnd(text, start, "}"))) });
  }
  const aliases = new Map<string, string>();
  for (const match of text.matchAll(/(?:\$since([\d.]+) \s*)?(?:export )?type (\w+)(?:<[^=]*?>)? =/g)) {
    const [head, since, name = ""] = match;
    const start = match.index + head.length;
    const value = text.slice(start, findEnd(text, start, ";"));
    aliases.set(name, value);
    // A shape with its parameter filled in: `HookLine<"hook_started">`.
    if (/^\s*\w+<"[^>]*>\s*$/.test(value)) shapes.set(name, { bases: value, since, members: new Map() });
  }

  function flatten({ bases, members }: Shape): Members {
    const all = new Map<string, Member>();
    const parents = findNames(bases).flatMap((name) => shapes.get(name) ?? []);
    for (const own of [...parents.map(flatten), members]) {
      for (const [field, { types, check, since }] of own) {
        const inherited = all.get(field);
        all.set(field, {
          types: [...(inherited?.types ?? []), ...types],
          check: check ?? inherited?.check,
          since: since ?? inherited?.since,
        });
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
    return [{ names: own.length > 0 ? own : findLiterals(shape.bases), since: shape.since, members }];
  }

  function listFields(type: string): Members | undefined {
    const found = [...type.matchAll(/\{/g)].flatMap(({ index }) => [
      ...parseMembers(type.slice(index + 1, findEnd(type, index + 1, "}"))),
    ]);
    for (const name of findNames(type.replaceAll(/\{[^]*\}/g, ""))) {
      if (["JsonObject", "Json", "Record", "unknown"].includes(name)) return undefined;
      const shape = shapes.get(name);
      const fields = shape === undefined ? listFields(aliases.get(name) ?? "") : flatten(shape);
      if (fields === undefined) return undefined;
      found.push(...fields);
    }
    return new Map(found);
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

/** Replaces a comment by the tags in it, as words that `parseMembers` reads. */
function keepTags(comment: string): string {
  const [, since] = /@since ([\d.]+\d)/.exec(comment) ?? [];
  const [check, optional] = /@checked( optional)?/.exec(comment) ?? [];
  return [
    since === undefined ? "" : `$since${since} `,
    check === undefined ? "" : `$check${optional === undefined ? "" : "Optional"} `,
  ].join("");
}

/** Parses the members of a body, without those of objects inside it. */
function parseMembers(body: string): Members {
  const members = new Map<string, Member>();
  for (let start = 0; start < body.length;) {
    const end = findEnd(body, start, ";");
    const [, since, tag, field, type = ""] =
      /^\s*(?:\$since([\d.]+) )?(?:\$check(Optional|) )?\s*(?:readonly )?(\w+)\??:([^]*)$/.exec(
        body.slice(start, end),
      ) ?? [];
    const check = tag === undefined ? undefined : tag === "" ? "required" : "optional";
    if (field !== undefined) members.set(field, { types: [type], check, since });
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

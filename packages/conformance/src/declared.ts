// Which fields the wire types declare, by message and place. The types are gone when the program runs, so their text is
// read; it is regular enough for that: interfaces with readonly members, and names for unions of them.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Field → the texts of its types. */
type Members = Map<string, string[]>;

export interface Declared {
  /** Fields of a message, or of the object in its field `place`. Undefined: anything may stand there. */
  fieldsOf(type: string, subtype: string | undefined, place: string): ReadonlySet<string> | undefined;
  /** Every message, as `type` or `type/subtype`. */
  readonly names: readonly string[];
}

interface Shape {
  /** What it extends, as text. */
  readonly bases: string;
  readonly members: Members;
}

export function readDeclared(): Declared {
  const folder = join(dirname(fileURLToPath(import.meta.resolve("@unspool/protocol/package.json"))), "src/wire");
  // Not what hosts write, nor Claude Code's own files: they have messages of the same types.
  const files = ["output", "shared"].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), "utf8")),
  );
  return declaredIn(files.join("\n"));
}

/** What the text of wire types declares. */
export function declaredIn(source: string): Declared {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const shapes = new Map<string, Shape>();
  for (const match of text.matchAll(/interface (\w+)(?:<[^{]*?>)?\s*(?:extends ([^{]*))?\{/g)) {
    const [head, name = "", bases = ""] = match;
    const start = match.index + head.length;
    shapes.set(name, { bases, members: membersOf(text.slice(start, endOf(text, start, "}"))) });
  }
  const aliases = new Map<string, string>();
  for (const match of text.matchAll(/type (\w+)(?:<[^=]*?>)? =/g)) {
    const [head, name = ""] = match;
    const start = match.index + head.length;
    const value = text.slice(start, endOf(text, start, ";"));
    aliases.set(name, value);
    // A name for a shape with its blank filled in: `HookLine<"hook_started">`.
    if (/^\s*\w+<"[^>]*>\s*$/.test(value)) shapes.set(name, { bases: value, members: new Map() });
  }

  const flatten = ({ bases, members }: Shape): Members => {
    const all: Members = new Map();
    const parents = namesIn(bases).flatMap((name) => shapes.get(name) ?? []);
    for (const own of [...parents.map(flatten), members]) {
      for (const [field, types] of own) all.set(field, [...(all.get(field) ?? []), ...types]);
    }
    return all;
  };

  /** Undefined where the type lets everything pass. */
  const fieldsOfType = (type: string): readonly string[] | undefined => {
    const inline = [...type.matchAll(/\{/g)].flatMap(({ index }) => [
      ...membersOf(type.slice(index + 1, endOf(type, index + 1, "}"))).keys(),
    ]);
    const found: string[] = inline;
    for (const name of namesIn(type.replaceAll(/\{[^]*\}/g, ""))) {
      if (["JsonObject", "Json", "Record", "unknown"].includes(name)) return undefined;
      const shape = shapes.get(name);
      const fields = shape === undefined ? fieldsOfType(aliases.get(name) ?? "") : [...flatten(shape).keys()];
      if (fields === undefined) return undefined;
      found.push(...fields);
    }
    return found;
  };

  const messages = new Map<string, Members>();
  for (const shape of shapes.values()) {
    const members = flatten(shape);
    const types = literalsIn((members.get("type") ?? []).join(" "));
    const subtypes = literalsIn(`${(members.get("subtype") ?? []).join(" ")} ${shape.bases}`);
    for (const type of types) {
      for (const name of subtypes.length === 0 ? [type] : subtypes.map((subtype) => `${type}/${subtype}`)) {
        const known: Members = messages.get(name) ?? new Map<string, string[]>();
        for (const [field, texts] of members) known.set(field, [...(known.get(field) ?? []), ...texts]);
        messages.set(name, known);
      }
    }
  }

  return {
    names: [...messages.keys()].sort(),
    fieldsOf(type, subtype, place) {
      const members = messages.get(subtype === undefined ? type : `${type}/${subtype}`) ?? messages.get(type);
      // A message of an unknown kind is the decoder's to report.
      if (members === undefined) return undefined;
      if (place === "") return new Set(members.keys());
      const texts = members.get(place);
      const fields = texts?.map(fieldsOfType);
      return fields === undefined || fields.includes(undefined) ? undefined : new Set(fields.flat() as string[]);
    },
  };
}

/** Members of a body, not those of objects inside it. */
function membersOf(body: string): Members {
  const members: Members = new Map();
  for (let at = 0; at < body.length;) {
    const end = endOf(body, at, ";");
    const [, field, type = ""] = /^\s*(?:readonly )?(\w+)\??:([\s\S]*)$/.exec(body.slice(at, end)) ?? [];
    if (field !== undefined) members.set(field, [type]);
    at = end + 1;
  }
  return members;
}

/** Where this character stands outside of all brackets. */
function endOf(text: string, start: number, closing: "}" | ";"): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (depth === 0 && character === closing) return at;
    if ("{([".includes(character)) depth += 1;
    else if ("})]".includes(character)) depth -= 1;
  }
  return text.length;
}

function namesIn(type: string): readonly string[] {
  return type.replaceAll(/"[^"]*"/g, "").match(/\b[A-Z]\w*|\bunknown\b/g) ?? [];
}

function literalsIn(type: string): readonly string[] {
  return [...type.matchAll(/"([^"]*)"/g)].map(([, literal = ""]) => literal);
}

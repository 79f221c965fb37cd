// Lists the `@since` tags of the wire types by message, for the table in docs/wire-to-events.md.

import { readWireTypes, type WireObject } from "./read-types.ts";

/** Objects inside a message whose fields are listed, too. Requests have rows of their own. */
const NESTED = new Set(["message", "event", "response", "rate_limit_info", "compact_metadata", "patch", "usage"]);

interface MessageVersions {
  readonly name: string;
  /** The first version seen to write the message. Undefined: 1.0.128 or older, or none. */
  readonly since: string | undefined;
  /** Paths of fields by the first version seen to write them, where that is later than the message's. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Lists the messages that are younger than 1.0.128 or have such fields, in the order of the types. */
export function listMessageVersions(): MessageVersions[] {
  const types = readWireTypes();
  const messages = [
    ...listNamed(types.expand("OutputMessage", "type"), "").filter(([name]) => name !== "system"),
    ...listNamed(types.expand("SystemMessage", "subtype"), "system/"),
    ...listNamed(types.expand("CliControlRequest", "subtype"), "control_request/"),
  ];
  const found = new Map<string, { since: string | undefined; fields: Map<string, string> }>();
  for (const [name, { since, members }] of messages) {
    const row = found.get(name) ?? { since, fields: new Map<string, string>() };
    found.set(name, row);
    for (const [field, member] of members) {
      if (member.since !== undefined) row.fields.set(field, member.since);
      if (!NESTED.has(field)) continue;
      for (const [inner, { since: version }] of member.types.flatMap((type) => [...(types.listFields(type) ?? [])])) {
        if (version !== undefined) row.fields.set(`${field}.${inner}`, version);
      }
    }
  }
  return [...found]
    .map(([name, { since, fields }]) => ({ name, since, fields: groupByVersion(fields, since) }))
    .filter(({ since, fields }) => since !== undefined || fields.size > 0);
}

function listNamed(objects: readonly WireObject[], prefix: string): [string, WireObject][] {
  return objects.flatMap((object) => object.names.map((name): [string, WireObject] => [prefix + name, object]));
}

function groupByVersion(fields: ReadonlyMap<string, string>, oldest = "0"): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [field, version] of fields) {
    if (compareVersions(version, oldest) > 0) groups.set(version, [...(groups.get(version) ?? []), field]);
  }
  return new Map([...groups].sort(([one], [other]) => compareVersions(one, other)));
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

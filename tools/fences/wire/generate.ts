// The files that follow from the wire types: what the reader knows by name, what it checks, and every known field.

import { readWireTypes, type WireObject, type WireTypes } from "./read-types.ts";

const HEADER =
  "// Generated from the wire types; do not edit. After a change of the types: `npm test -- wire-description -u`.\n";

/** The sets of known names: constant, union and discriminant, doc line. */
const NAMES = [
  ["OUTPUT_TYPES", "OutputMessage", "type", "`type` of a line."],
  ["SYSTEM_SUBTYPES", "SystemMessage", "subtype", "`subtype` of a system line."],
  ["RESULT_SUBTYPES", "ResultMessage", "subtype", "`subtype` of a result line."],
  ["CLI_CONTROL_SUBTYPES", "CliControlRequest", "subtype", "`request.subtype` of a control request from the CLI."],
  ["STREAM_EVENT_TYPES", "StreamEvent", "type", "`event.type` of a stream event."],
  ["CONTENT_BLOCK_TYPES", "KnownContentBlock", "type", "`type` of a content block."],
] as const;

/** Objects inside a message whose fields the CLI decides, too. */
const PLACES = ["message", "event", "request", "response", "rate_limit_info", "compact_metadata", "patch", "usage"];

/** Generates the text of each file, by its path in `packages/protocol/src/wire/generated`. */
export function generateWireFiles(types: WireTypes = readWireTypes()): Readonly<Record<string, string>> {
  return {
    "known-names.ts": generateNames(types),
    "checked-fields.ts": generateChecks(types),
    "known-fields.ts": generateFields(types),
  };
}

function generateNames(types: WireTypes): string {
  const sets = NAMES.map(([constant, union, discriminant, doc]) => {
    const names = unique(types.expand(union, discriminant).flatMap((object) => object.names));
    return `/** ${doc} */\nexport const ${constant}: ReadonlySet<string> = /* @__PURE__ */ toSet(\`\n  ${names.join("\n  ")}\`);\n`;
  });
  return `${HEADER}
${sets.join("\n")}
/** A set and no object, so that a line of type "constructor" is unknown. */
function toSet(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\\s+/));
}
`;
}

function generateChecks(types: WireTypes): string {
  const [envelope] = types.expand("AgentEnvelope", "type");
  const shared = new Set(envelope?.members.keys());
  const messages = new Map<string, string[]>();
  for (const { names, members } of types.expand("OutputMessage", "type")) {
    const checks = formatChecks(types, members, shared);
    for (const name of names) messages.set(name, unique([...(messages.get(name) ?? []), ...checks]));
  }
  messages.delete("system");
  const rows = [
    ...[...messages].filter(([, checks]) => checks.length > 0).map((row) => row.flat().join(" ")),
    ...formatRows(types, "system", "SystemMessage", "subtype", shared),
  ];
  const response = types
    .expand("ControlSuccess | ControlError", "subtype")
    .flatMap(({ members }) => formatChecks(types, members));
  const inside = [
    ...formatRows(types, "block", "KnownContentBlock", "type"),
    ...formatRows(types, "event", "StreamEvent", "type"),
    ...formatRows(types, "request", "CliControlRequest", "subtype"),
    ["response", ...unique(response)].join(" "),
  ];
  const head = ["envelope", ...formatChecks(types, envelope?.members ?? new Map())].join(" ");
  return `${HEADER}
/**
 * Checked fields: of any line (\`envelope\`), of each message by type and subtype, and of objects inside: content blocks,
 * stream events and the two halves of the control protocol.
 */
export const CHECKED_FIELDS: string = \`
  ${[head, ...rows, ...inside].join("\n  ")}\`;
`;
}

/** A row for the discriminant, which is always checked, and one for each member that has more. */
function formatRows(
  types: WireTypes,
  prefix: string,
  union: string,
  discriminant: "type" | "subtype",
  omitted?: ReadonlySet<string>,
): string[] {
  const rows = types.expand(union, discriminant).flatMap(({ names, members }) => {
    const checks = formatChecks(types, members, omitted);
    return checks.length === 0 ? [] : names.map((name) => [`${prefix}/${name}`, ...checks].join(" "));
  });
  return [`${prefix} ${discriminant}:string`, ...rows];
}

function formatChecks(types: WireTypes, members: WireObject["members"], omitted?: ReadonlySet<string>): string[] {
  return [...members].flatMap(([field, { types: texts, check }]) =>
    check === undefined || omitted?.has(field) === true
      ? []
      : [`${field}${check === "optional" ? "?" : ""}:${types.findKind(texts.at(-1) ?? "")}`],
  );
}

function generateFields(types: WireTypes): string {
  const fields = new Map<string, Set<string> | undefined>();
  const add = (name: string, { members }: WireObject): void => {
    addFields(fields, `${name} `, [...members.keys()]);
    for (const place of PLACES) {
      for (const type of members.get(place)?.types ?? []) {
        addFields(fields, `${name} ${place}`, types.listFields(type)?.keys());
      }
    }
  };
  const subtypes = new Map([
    ["system", types.expand("SystemMessage", "subtype")],
    ["result", types.expand("ResultMessage", "subtype")],
  ]);
  for (const object of types.expand("OutputMessage", "type")) {
    for (const type of object.names) if (!subtypes.has(type)) add(type, object);
  }
  for (const [type, objects] of subtypes) {
    for (const object of objects) for (const subtype of object.names) add(`${type}/${subtype}`, object);
  }
  // For a result of a new subtype.
  for (const object of types.expand("ResultCommon", "type")) add("result", object);
  const rows = [...fields]
    .flatMap(([key, known]) => (known === undefined ? [] : [`  "${[key, ...[...known].sort()].join(" ")}",`]))
    .sort();
  return `${HEADER}
/** Message, object inside it (empty: the message itself) and the fields that are known there. */
export const KNOWN_FIELDS: readonly string[] = [
${rows.join("\n")}
];
`;
}

/** Undefined stays: an object in which any field may be. */
function addFields(
  fields: Map<string, Set<string> | undefined>,
  key: string,
  more: Iterable<string> | undefined,
): void {
  if (more === undefined || (fields.has(key) && fields.get(key) === undefined)) fields.set(key, undefined);
  else fields.set(key, new Set([...(fields.get(key) ?? []), ...more]));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

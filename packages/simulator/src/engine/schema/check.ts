// Whether a schema is one: by the schema of schemas, then by what the validator refuses in its strict mode. The first
// mistake is told in its words.

import { isRecord, type Json } from "../../json.ts";
import { schemaErrors, type Keywords } from "./errors.ts";
import { META_SCHEMA } from "./meta.ts";
import { resolveReference } from "./reference.ts";

/** Undefined for a good one. An older validator had no strict mode: it passed over keywords that it did not know. */
export function schemaMistake(schema: Keywords, isStrict = true): string | undefined {
  const dialect = schema["$schema"];
  if (typeof dialect === "string" && !/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/u.test(dialect))
    return `no schema with key or ref ${JSON.stringify(dialect)}`;
  const errors = schemaErrors(META_SCHEMA, schema as unknown as Json);
  if (errors.length > 0) return errors.map(({ place, message }) => `data${place} ${message}`).join(", ");
  return laterMistake(schema, schema, isStrict);
}

/** Versions before 2.1.250 knew no formats, and took a schema that names one for a wrong one. */
export function namesFormat(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  return typeof schema["format"] === "string" || innerSchemas(schema).some(namesFormat);
}

const KEYWORDS = new Set(
  `$schema $id $defs $vocabulary $comment definitions $ref maximum minimum exclusiveMaximum exclusiveMinimum multipleOf
  maxLength minLength pattern maxProperties minProperties required maxItems minItems uniqueItems type nullable const enum
  not anyOf oneOf allOf if then else propertyNames additionalProperties dependencies properties patternProperties
  additionalItems items contains format title description default deprecated readOnly writeOnly examples
  contentMediaType contentEncoding contentSchema`.split(/\s+/u),
);

function laterMistake(schema: unknown, root: Keywords, isStrict: boolean): string | undefined {
  if (!isRecord(schema)) return undefined;
  const unknown = isStrict ? Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword)) : undefined;
  if (unknown !== undefined) return `strict mode: unknown keyword: ${JSON.stringify(unknown)}`;
  const { $ref: reference } = schema;
  if (typeof reference === "string" && resolveReference(root, reference) === undefined)
    return `can't resolve reference ${reference} from id ${typeof root["$id"] === "string" ? root["$id"] : "#"}`;
  for (const inner of innerSchemas(schema)) {
    const mistake = laterMistake(inner, root, isStrict);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const SCHEMAS = ["not", "if", "then", "else", "propertyNames", "additionalProperties", "additionalItems", "contains"];
const LISTS = ["anyOf", "oneOf", "allOf", "items"];
/** Those that nothing refers to are not looked at. */
const BY_NAME = ["properties", "patternProperties", "dependencies"];

function innerSchemas(schema: Keywords): readonly unknown[] {
  return [
    ...BY_NAME.flatMap((keyword) => (isRecord(schema[keyword]) ? Object.values(schema[keyword]) : [])),
    ...SCHEMAS.map((keyword) => schema[keyword]),
    ...LISTS.flatMap((keyword) => schema[keyword]),
  ];
}

// The schema of schemas, draft 7, in the order of its publication: the order in which mistakes are told.

const schema = { $ref: "#" };
const schemas = { type: "array", minItems: 1, items: schema };
const schemasByName = { type: "object", additionalProperties: schema };
const names = { type: "array", items: { type: "string" }, uniqueItems: true };
const size = { type: "integer", minimum: 0 };
const text = { type: "string" };
const number = { type: "number" };
const simpleTypes = { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] };

export const META_SCHEMA: unknown = {
  type: ["object", "boolean"],
  properties: {
    $id: text,
    $schema: text,
    $ref: text,
    $comment: text,
    title: text,
    description: text,
    default: true,
    readOnly: { type: "boolean" },
    examples: { type: "array" },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: size,
    minLength: size,
    pattern: text,
    additionalItems: schema,
    items: { anyOf: [schema, schemas] },
    maxItems: size,
    minItems: size,
    uniqueItems: { type: "boolean" },
    contains: schema,
    maxProperties: size,
    minProperties: size,
    required: names,
    additionalProperties: schema,
    definitions: schemasByName,
    properties: schemasByName,
    patternProperties: schemasByName,
    dependencies: { type: "object", additionalProperties: { anyOf: [schema, names] } },
    propertyNames: schema,
    const: true,
    enum: { type: "array" },
    type: { anyOf: [simpleTypes, { type: "array", items: simpleTypes, minItems: 1, uniqueItems: true }] },
    format: text,
    contentMediaType: text,
    contentEncoding: text,
    if: schema,
    // An object with a field of this name looks like a promise.
    ...Object.fromEntries(["then", "else"].map((keyword) => [keyword, schema])),
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
  },
};

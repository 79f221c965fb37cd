// Creates the JSON Schema of a structured answer for the CLI. The CLI requests the answer as the input of a tool, and the API
// accepts only objects there: with another root (an array, a string, a union) no answer can match, and the request is still
// paid for. Such a schema is wrapped into the only property of an object, and the answer is unwrapped.

import type { Json, JsonObject } from "@unspool/protocol";
import { toObject } from "../json.ts";
import { toJsonSchema, moveReferences } from "./to-json-schema.ts";
import type { AnySchema } from "./schema-types.ts";

export interface AnswerFormat {
  /** The schema for the CLI. */
  readonly jsonSchema: JsonObject;
  /** Returns the answer from the CLI's structured output. */
  unwrap(structuredOutput: Json): Json;
}

const PROPERTY = "value";

/** @throws {ClaudeError} `invalid-option` if the schema has no JSON Schema */
export async function createAnswerFormat(schema: AnySchema): Promise<AnswerFormat> {
  const jsonSchema = await toJsonSchema(schema);
  if (jsonSchema["type"] === "object") return { jsonSchema, unwrap: (output) => output };
  return {
    jsonSchema: wrap(jsonSchema),
    unwrap: (output) => {
      const members = toObject(output);
      return Object.hasOwn(members, PROPERTY) ? (members[PROPERTY] as Json) : output;
    },
  };
}

function wrap({ $schema, ...schema }: JsonObject): JsonObject {
  // References inside a schema with its own `$id` are relative to that schema, so they need no change.
  const moved = schema["$id"] === undefined ? moveReferences(schema, `#/properties/${PROPERTY}`) : schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { [PROPERTY]: moved },
    required: [PROPERTY],
    additionalProperties: false,
  };
}

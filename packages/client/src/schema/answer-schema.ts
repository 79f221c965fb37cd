// The JSON Schema of a structured answer, as the CLI takes it. The CLI asks the model for the answer as the input of a
// tool, and the API takes only objects there: with any other root (an array, a string, a union) the model is asked and
// paid, and no answer can fit. Such a schema is sent as the one property of an object, and the answer taken out of it.

import type { Json, JsonObject } from "@unspool/protocol";
import { asObject } from "../control/json-rpc.ts";
import { jsonSchemaOf, moveReferences } from "./json-schema-of.ts";
import type { AnySchema } from "./kinds.ts";

export interface AnswerFormat {
  /** What the CLI is given. */
  readonly jsonSchema: JsonObject;
  /** Takes the answer out of what the CLI reports. */
  unwrap(structuredOutput: Json): Json;
}

const PROPERTY = "value";

/** @throws {ClaudeError} `invalid-option` if the schema has no JSON Schema */
export async function answerFormatOf(schema: AnySchema): Promise<AnswerFormat> {
  const jsonSchema = await jsonSchemaOf(schema);
  if (jsonSchema["type"] === "object") return { jsonSchema, unwrap: (output) => output };
  return {
    jsonSchema: wrap(jsonSchema),
    unwrap: (output) => {
      const members = asObject(output);
      return Object.hasOwn(members, PROPERTY) ? (members[PROPERTY] as Json) : output;
    },
  };
}

function wrap({ $schema, ...schema }: JsonObject): JsonObject {
  // References of a schema with an id of its own count from that schema, wherever it stands.
  const moved = schema["$id"] === undefined ? moveReferences(schema, `#/properties/${PROPERTY}`) : schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { [PROPERTY]: moved },
    required: [PROPERTY],
    additionalProperties: false,
  };
}

// Structured output held against its schema: what is wrong, as the CLI tells the model.

import { isRecord, type Json } from "../json.ts";
import { namesFormat, schemaMistake } from "./schema/check.ts";
import { schemaErrors, type SchemaError } from "./schema/errors.ts";
import { inOldWords } from "./schema/old-words.ts";
import { mannersOf } from "./manners.ts";

/** What is wrong with the value, each with its place: `/answer: must be number`. */
export function outputErrors(schema: unknown, value: Json, version: string): readonly string[] {
  const errors = schemaErrors(schema, value);
  const words = mannersOf(version).choose<(error: SchemaError) => string>({
    "2.0.76": inOldWords,
    "2.1.20": inWords,
    "2.1.325": (error) => `${inWords(error)}${error.detail ?? ""}`,
  });
  return errors.map(words);
}

function inWords({ place, message }: SchemaError): string {
  return `${place === "" ? "root" : place}: ${message}`;
}

/** A schema that the version's validator cannot use is no schema: nothing is asked for. */
export function usableSchema(schema: unknown, version: string): unknown {
  const manners = mannersOf(version);
  if (!isRecord(schema) || schemaMistake(schema, manners.has("knowsAllKeywords")) !== undefined) return undefined;
  return !manners.has("passesOverFormats") && namesFormat(schema) ? undefined : schema;
}

// The three ways to describe a value: a Standard Schema (zod 4, valibot, arktype), an object of them, or a JSON Schema.

import type { JsonObject } from "@unspool/protocol";
import type { OutputOf, StandardSchema } from "./standard-schema.ts";

/** An object, key by key: `{ a: z.number(), b: z.string().optional() }`. */
export type Shape = Readonly<Record<string, StandardSchema>>;

export type AnySchema = StandardSchema | Shape | JsonObject;

/** The type of a checked value. A JSON Schema has no static type. */
export type SchemaOutput<Schema> = Schema extends StandardSchema
  ? OutputOf<Schema>
  : Schema extends Shape
    ? ShapeOutput<Schema>
    : JsonObject;

type ShapeOutput<Members extends Shape> = Flat<
  { readonly [Key in keyof Members as IsOptional<Members[Key]> extends true ? never : Key]: OutputOf<Members[Key]> } & {
    readonly [Key in keyof Members as IsOptional<Members[Key]> extends true ? Key : never]?: OutputOf<Members[Key]>;
  }
>;

type IsOptional<Schema extends StandardSchema> = undefined extends OutputOf<Schema> ? true : false;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** Schemas of arktype are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("~standard" in value))
    return false;
  const standard: unknown = value["~standard"];
  return typeof standard === "object" && standard !== null && "validate" in standard;
}

/** An empty object is a JSON Schema. */
export function isShape(value: unknown): value is Shape {
  if (typeof value !== "object" || value === null) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every(isStandardSchema);
}

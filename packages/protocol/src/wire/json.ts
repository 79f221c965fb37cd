// JSON as it comes off the wire, and the one helper type for value sets that grow with every CLI release.

/** Any JSON value. */
export type Json = null | boolean | number | string | JsonArray | JsonObject;

/** A JSON array. */
export type JsonArray = readonly Json[];

/** A JSON object. A value is `undefined` only if the key is absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The values known today, open to any other string: editors complete the known ones, the compiler accepts new ones. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

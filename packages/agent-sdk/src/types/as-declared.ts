// Converts our wire types to the SDK's declarations. Our types cover every CLI version: fields are optional and sets of values
// open. The SDK's describe one version: closed and writable. Code written for the SDK compiles with the converted types.

import type { Json, JsonObject } from "@unspool/protocol";

/** `Keys` are the fields that the SDK declares as required, besides the two of every message. */
export type Declared<Message, Keys extends keyof Message = never> = AsDeclared<
  Message & Required<Pick<Message, Keys | Extract<keyof Message, "uuid" | "session_id">>>
>;

/** Makes a type writable and closed, and removes members of unknown type. */
export type AsDeclared<Value> = Value extends (...words: never[]) => unknown
  ? Value
  : Value extends readonly (infer Item)[]
    ? AsDeclared<Item>[]
    : Value extends object
      ? ObjectAsDeclared<Value>
      : Value;

type ObjectAsDeclared<Value extends object> = string extends keyof Value
  ? DictionaryAsDeclared<Value>
  : { -readonly [Key in keyof Value]: ValueAsDeclared<Value[Key]> };

/** The SDK's unions have no block of unknown type, and arbitrary JSON is `unknown` there. */
type DictionaryAsDeclared<Value extends object> = Value extends { readonly type: string }
  ? never
  : JsonObject extends Value
    ? Record<string, unknown>
    : { -readonly [Key in keyof Value]: ValueAsDeclared<Value[Key]> };

type ValueAsDeclared<Value> = [Json] extends [Value] ? unknown : AsDeclared<Closed<Value>>;

/** Removes `string` from a union with string literals. */
type Closed<Value> = [Extract<Named<Value>, string>] extends [never] ? Value : Named<Value>;

type Named<Value> = Value extends string ? (string extends Value ? never : Value) : Value;

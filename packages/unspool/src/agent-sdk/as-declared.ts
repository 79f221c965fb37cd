// Our types of the wire as the official SDK declares them. Ours tell what any version may leave out and leave sets of values
// open; the SDK's are those of one version, closed and writable. Code that was written for them compiles with these.

import type { Json, JsonObject } from "@unspool/protocol";

/** `Keys` are those that the SDK declares as always there, beside the two of every message. */
export type Declared<Message, Keys extends keyof Message = never> = AsDeclared<
  Message & Required<Pick<Message, Keys | Extract<keyof Message, "uuid" | "session_id">>>
>;

/** Writable, closed, without what is only known to be unknown. */
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

/** A block of an unknown kind is not in the SDK's unions; JSON of any shape is `unknown` there. */
type DictionaryAsDeclared<Value extends object> = Value extends { readonly type: string }
  ? never
  : JsonObject extends Value
    ? Record<string, unknown>
    : { -readonly [Key in keyof Value]: ValueAsDeclared<Value[Key]> };

type ValueAsDeclared<Value> = [Json] extends [Value] ? unknown : AsDeclared<Closed<Value>>;

/** Without "and any other text", where some are named. */
type Closed<Value> = [Extract<Named<Value>, string>] extends [never] ? Value : Named<Value>;

type Named<Value> = Value extends string ? (string extends Value ? never : Value) : Value;

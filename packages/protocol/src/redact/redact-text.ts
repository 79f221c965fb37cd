// Redacts secrets in a text, recognized by their form. JSON stays JSON of the same structure: only the contents of
// strings change, and all other bytes stay the same. Time is linear in the length of the text.

import { redactJson } from "./redact-json.ts";
import { createPlainRedactor } from "./redact-plain.ts";
import { isSecretName } from "./secret-names.ts";

export interface RedactOptions {
  /** Further values to replace wherever they occur, such as those of `secretValuesOf(env)`. */
  readonly values?: readonly string[];
}

export type Redactor = (text: string) => string;

/** Creates a redactor for many texts. */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const plain = createPlainRedactor(options.values ?? []);
  return (text) => {
    if (!plain.mayChange(text)) return text;
    return redactJson(text, plain) ?? plain.redact(text);
  };
}

const redactByLooks: Redactor = createRedactor();

/** Replaces keys, tokens, passwords and similar secrets by `[redacted]`. Idempotent. */
export function redactText(text: string, options?: RedactOptions): string {
  return options === undefined ? redactByLooks(text) : createRedactor(options)(text);
}

/** Shorter values occur by chance. */
const MIN_VALUE_LENGTH = 6;

/** Returns the values of variables with secret names. */
export function secretValuesOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_VALUE_LENGTH && isSecretName(name) ? [value] : [],
  );
}

// Secrets out of a text, found by their looks. What is JSON stays JSON of the same structure: strings are changed from the
// inside, and everything else is left to the byte. Time is linear in the text.

import { redactJson } from "./redact-json.ts";
import { createPlainRedactor } from "./redact-plain.ts";
import { isSecretName } from "./secret-names.ts";

export interface RedactOptions {
  /** Further values to replace wherever they stand, such as those of `secretValuesOf(env)`. */
  readonly values?: readonly string[];
}

export type Redactor = (text: string) => string;

/** Makes a redactor once for many texts. */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const plain = createPlainRedactor(options.values ?? []);
  return (text) => {
    if (!plain.mayChange(text)) return text;
    return redactJson(text, plain) ?? plain.redact(text);
  };
}

const redactByLooks: Redactor = createRedactor();

/** Replaces keys, tokens, passwords and the like by `[redacted]`. A second time changes nothing. */
export function redactText(text: string, options?: RedactOptions): string {
  return options === undefined ? redactByLooks(text) : createRedactor(options)(text);
}

/** Shorter values occur by chance. */
const MIN_VALUE_LENGTH = 6;

/** The values of variables whose names promise a secret. */
export function secretValuesOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= MIN_VALUE_LENGTH && isSecretName(name) ? [value] : [],
  );
}

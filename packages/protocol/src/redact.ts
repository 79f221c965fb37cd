// `@unspool/protocol/redact`: removes keys, tokens and passwords from texts, recognized by their form. Used by the
// client's recorder, the simulator's scenarios and the pages of the command.

export { createRedactor, redactText, secretValuesOf } from "./redact/redact-text.ts";
export type { RedactOptions, Redactor } from "./redact/redact-text.ts";
export { createPlainRedactor, MARK as REDACTION_MARK } from "./redact/redact-plain.ts";
export type { PlainRedactor } from "./redact/redact-plain.ts";

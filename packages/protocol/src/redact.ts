// `@unspool/protocol/redact`: keys, tokens and passwords out of texts, found by their looks. The recorder of the client, the
// scenarios of the simulator and the pages of the command use this one.

export { createRedactor, redactText, secretValuesOf } from "./redact/redact-text.ts";
export type { RedactOptions, Redactor } from "./redact/redact-text.ts";
export { createPlainRedactor, MARK as REDACTION_MARK } from "./redact/redact-plain.ts";
export type { PlainRedactor } from "./redact/redact-plain.ts";

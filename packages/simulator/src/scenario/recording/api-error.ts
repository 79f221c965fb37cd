// Finds the API error behind an error text of the CLI. Newer versions write status and type beside the text; in older ones
// they are part of it, as in `API Error: 400 {"type":"error",…}`.

import type { ApiError } from "../types.ts";

/** Errors for which the CLI has its own text, with the API error behind each. */
const knownTexts: readonly (readonly [RegExp, ApiError])[] = [
  [/^Invalid API key/, { status: 401, type: "authentication_error", message: "invalid x-api-key" }],
  [
    /^Prompt is too long/,
    { status: 400, type: "invalid_request_error", message: "prompt is too long: 250000 tokens > 200000 maximum" },
  ],
  [/^There's an issue with the selected model/, { status: 404, type: "not_found_error", message: "model: not found" }],
  [
    /^(?:You've hit your|Spending cap reached|Claude(?: AI)? usage limit reached)/,
    {
      status: 429,
      type: "rate_limit_error",
      message: "This request would exceed your account's rate limit. Please try again later.",
    },
  ],
];

/** Returns undefined for other texts: output of a command, a refusal, a lost connection. */
export function parseApiError(text: string, original: unknown): ApiError | undefined {
  const line = (original ?? {}) as Readonly<Record<string, unknown>>;
  const known = knownTexts.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return known;
  const inText = /^API Error: (\d{3})\s*([\s\S]*)$/.exec(text);
  const status = toInteger(line["api_error_status"]) ?? toInteger(inText?.[1]);
  if (status === undefined || status < 400 || status > 599) return undefined;
  const body = parseBody(inText?.[2] ?? "");
  const type = typeof line["api_error_type"] === "string" ? line["api_error_type"] : body.type;
  return { status, ...(type === undefined ? {} : { type }), message: body.message ?? inText?.[2] ?? text };
}

function parseBody(text: string): { readonly type?: string; readonly message?: string } {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly type?: unknown; readonly message?: unknown } };
    return {
      ...(typeof error?.type === "string" ? { type: error.type } : {}),
      ...(typeof error?.message === "string" ? { message: error.message } : {}),
    };
  } catch {
    return {};
  }
}

function toInteger(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

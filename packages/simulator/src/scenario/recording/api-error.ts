// What the API had said when the CLI put an error in the model's place. Newer versions name status and type beside the
// text; in older ones they stand in it, as `API Error: 400 {"type":"error",…}`.

import type { ApiError } from "../types.ts";

/** Errors for which the CLI has words of its own, and what the API says in that case. */
const told: readonly (readonly [RegExp, ApiError])[] = [
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

/** Undefined if the text is no error of the API: output of a command, a refusal, a lost connection. */
export function apiErrorOf(text: string, original: unknown): ApiError | undefined {
  const line = (original ?? {}) as Readonly<Record<string, unknown>>;
  const inWords = told.find(([words]) => words.test(text))?.[1];
  if (inWords !== undefined) return inWords;
  const inText = /^API Error: (\d{3})\s*([\s\S]*)$/.exec(text);
  const status = numberOf(line["api_error_status"]) ?? numberOf(inText?.[1]);
  if (status === undefined || status < 400 || status > 599) return undefined;
  const body = bodyOf(inText?.[2] ?? "");
  const type = typeof line["api_error_type"] === "string" ? line["api_error_type"] : body.type;
  return { status, ...(type === undefined ? {} : { type }), message: body.message ?? inText?.[2] ?? text };
}

function bodyOf(text: string): { readonly type?: string; readonly message?: string } {
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

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

// GET /v1/models: a small list. Whatever model a request names is played all the same.

import type { JsonObject } from "../json.ts";

const MODELS: readonly (JsonObject & { readonly id: string })[] = [
  { type: "model", id: "claude-opus-5-5", display_name: "Claude Opus 5.5", created_at: "2026-06-01T00:00:00Z" },
  { type: "model", id: "claude-sonnet-5-5", display_name: "Claude Sonnet 5.5", created_at: "2026-06-01T00:00:00Z" },
  {
    type: "model",
    id: "claude-haiku-4-5-20251001",
    display_name: "Claude Haiku 4.5",
    created_at: "2025-10-15T00:00:00Z",
  },
];

export function modelList(): JsonObject {
  return { data: MODELS, has_more: false, first_id: MODELS[0]?.id, last_id: MODELS.at(-1)?.id };
}

export function modelNamed(path: string): JsonObject | undefined {
  return MODELS.find(({ id }) => path === `/v1/models/${id}`);
}

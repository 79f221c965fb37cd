// A model as people call it: `claude-opus-5-5` is Opus 5.5.

import { canonicalModel } from "./lines/models.ts";

export function modelName(model: string): string {
  const [, family, numbers] = /^claude-([a-z]+)-([\d-]+)$/u.exec(canonicalModel(model)) ?? [];
  if (family === undefined || numbers === undefined) return model;
  return `${family.charAt(0).toUpperCase()}${family.slice(1)} ${numbers.replaceAll("-", ".")}`;
}

// What an answer costs when its scenario does not say: few tokens, none cached.

import type { Usage } from "./types.ts";

export const ordinaryUsage: Usage = {
  inputTokens: 12,
  outputTokens: 20,
  cacheCreationInputTokens: 0,
  cacheReadInputTokens: 0,
};

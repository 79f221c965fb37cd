// The claude that every command would run, or why there is none: in the words of where it was named.

import { ClaudeError, findClaude, type ClaudeProgram } from "@unspool/client";
import { failure, type Verdict } from "./verdict.ts";

export type FoundProgram =
  | { readonly found: ClaudeProgram; readonly problem?: undefined }
  | { readonly found?: undefined; readonly problem: Verdict };

const INSTALL = "install it: npm install -g @anthropic-ai/claude-code";

/** @param given by `--claude` */
export async function findProgram(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram> {
  try {
    return { found: await findClaude({ executable: given, env }) };
  } catch (error) {
    if (!(error instanceof ClaudeError) || error.code !== "claude-not-found") throw error;
    return { problem: problemOf(given, env["UNSPOOL_CLAUDE"] ?? "") };
  }
}

function problemOf(given: string | undefined, named: string): Verdict {
  if (given !== undefined)
    return failure(
      "claude",
      `--claude names ${given}, and there is no such program`,
      "give the path of an installed one",
    );
  if (named !== "") {
    const advice = `correct the variable, or unset it to use the one on the PATH; or ${INSTALL}`;
    return failure("claude", `UNSPOOL_CLAUDE names ${named}, and there is no such program`, advice);
  }
  const advice = `${INSTALL}, or name it in UNSPOOL_CLAUDE`;
  return failure("claude", "none was found on the PATH, nor in the usual places", advice);
}

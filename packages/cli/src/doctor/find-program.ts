// Finds the claude that every command would run, or explains why there is none.

import { ClaudeError, findClaude, type ClaudeProgram } from "@unspool/client";
import { failure, type CheckResult } from "./check-result.ts";

export type FoundProgram =
  | { readonly found: ClaudeProgram; readonly problem?: undefined }
  | { readonly found?: undefined; readonly problem: CheckResult };

const INSTALL = "install it: npm install -g @anthropic-ai/claude-code";

/** @param given the value of `--claude` */
export async function findProgram(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram> {
  try {
    return { found: await findClaude({ executable: given, env }) };
  } catch (error) {
    if (!(error instanceof ClaudeError) || error.code !== "claude-not-found") throw error;
    return { problem: describeProblem(given, env["UNSPOOL_CLAUDE"] ?? "") };
  }
}

function describeProblem(given: string | undefined, named: string): CheckResult {
  if (given !== undefined)
    return failure(
      "claude",
      `--claude is ${given}, but there is no such program`,
      "give the path of an installed claude",
    );
  if (named !== "") {
    const advice = `correct the variable, or unset it to use the one on the PATH; or ${INSTALL}`;
    return failure("claude", `UNSPOOL_CLAUDE is ${named}, but there is no such program`, advice);
  }
  const advice = `${INSTALL}, or set UNSPOOL_CLAUDE to its path`;
  return failure("claude", "not found on the PATH, nor in the usual folders", advice);
}

// Checks for variables that change what claude does. Values of keys are never shown.

import { existsSync } from "node:fs";
import { versions } from "node:process";
import { findOuterSession } from "@unspool/client";
import { failure, ok, warning, type CheckResult } from "./check-result.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** @param hasProblem whether another check found a problem: then nothing is reported as ok */
export function checkEnvironment(env: Environment, hasProblem = false): readonly CheckResult[] {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  const found: CheckResult[] = [];
  const outer = findOuterSession(env).map(([name]) => name);
  if (outer.length > 0) {
    found.push(
      warning(
        outer.includes("CLAUDECODE") ? "CLAUDECODE" : "outer session",
        `this shell runs inside Claude Code or an SDK, which set ${outer.join(", ")}`,
        "unspool removes them for claude; your own programs that start claude must do the same",
      ),
    );
  }
  if (isSet("ANTHROPIC_API_KEY")) {
    found.push(
      warning(
        "API key",
        "ANTHROPIC_API_KEY is set: every turn is billed to that key, even if you are logged in with a plan",
        "unset it to use the plan",
      ),
    );
  }
  if (isSet("ANTHROPIC_API_KEY") && isSet("ANTHROPIC_AUTH_TOKEN")) {
    found.push(
      warning("token", "ANTHROPIC_AUTH_TOKEN and ANTHROPIC_API_KEY are both set: both are sent", "unset one of them"),
    );
  }
  if (isSet("ANTHROPIC_BASE_URL")) {
    found.push(
      warning(
        "base URL",
        `ANTHROPIC_BASE_URL points to ${readHost(env["ANTHROPIC_BASE_URL"] ?? "")}, not to Anthropic`,
        "unset it if you did not mean that",
      ),
    );
  }
  for (const name of ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"]) {
    if (isSet(name))
      found.push(
        warning(
          "provider",
          `${name} is set: requests go to that cloud, which bills them`,
          "unset it if you did not mean that",
        ),
      );
  }
  found.push(...checkNodeVariables(env));
  const config = env["CLAUDE_CONFIG_DIR"] ?? "";
  if (config !== "" && !existsSync(config)) {
    const advice = "create the folder, or unset the variable to use the sessions and the login of ~/.claude";
    found.push(warning("config folder", `CLAUDE_CONFIG_DIR is ${config}, which does not exist`, advice));
  }
  return found.length === 0 && !hasProblem ? [ok("environment", "no variable changes what claude does")] : found;
}

function checkNodeVariables(env: Environment): readonly CheckResult[] {
  const found: CheckResult[] = [];
  const options = env["NODE_OPTIONS"] ?? "";
  if (options.includes("--inspect")) {
    const advice = "unspool removes that part for claude; unset it for your own programs";
    found.push(
      warning(
        "NODE_OPTIONS",
        "has --inspect: a claude that runs on Node waits for the port, or for a debugger",
        advice,
      ),
    );
  } else if (/(?:--require|-r|--import|--loader)\b/.test(options)) {
    const advice = "unset it if claude or its hooks fail to start or print text that is not JSON";
    found.push(
      warning("NODE_OPTIONS", "loads more code into every Node program, including claude and its hooks", advice),
    );
  }
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const advice = "unset it; for a proxy with its own certificate set NODE_EXTRA_CA_CERTS";
    found.push(failure("TLS", "NODE_TLS_REJECT_UNAUTHORIZED is 0: anyone on the network can read your key", advice));
  }
  const certificates = env["NODE_EXTRA_CA_CERTS"] ?? "";
  if (certificates !== "" && !existsSync(certificates)) {
    const advice = "correct the path, or unset the variable";
    found.push(warning("certificates", `NODE_EXTRA_CA_CERTS is ${certificates}, which does not exist`, advice));
  }
  return found;
}

/** Shows only the host: a URL may contain a password. */
function readHost(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "something that is not a URL";
  }
}

const MIN_NODE = 20;

export function checkNodeVersion(version: string = versions.node): CheckResult {
  if (Number.parseInt(version, 10) >= MIN_NODE) return ok("Node", version);
  return failure("Node", `${version} is too old`, `install Node ${MIN_NODE} or later`);
}

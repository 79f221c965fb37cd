// Variables that make claude do something else than one thinks. Values of keys are never shown.

import { existsSync } from "node:fs";
import { outerSessionIn } from "@unspool/client";
import { failure, ok, warning, type Verdict } from "./verdict.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** @param hasMore something of it is found wrong elsewhere: it is not told to be in order */
export function checkEnvironment(env: Environment, hasMore = false): readonly Verdict[] {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  const found: Verdict[] = [];
  const outer = outerSessionIn(env).map(([name]) => name);
  if (outer.length > 0) {
    found.push(
      warning(
        outer.includes("CLAUDECODE") ? "CLAUDECODE" : "outer session",
        `this shell runs inside a Claude Code or an SDK, which set ${outer.join(", ")}`,
        "unspool keeps them from claude; programs of your own that start claude must do the same",
      ),
    );
  }
  if (isSet("ANTHROPIC_API_KEY")) {
    found.push(
      warning(
        "API key",
        "ANTHROPIC_API_KEY is set: every turn is billed to that key, also if a plan is logged in",
        "unset it to use the plan",
      ),
    );
  }
  if (isSet("ANTHROPIC_API_KEY") && isSet("ANTHROPIC_AUTH_TOKEN")) {
    found.push(warning("token", "ANTHROPIC_AUTH_TOKEN is set beside a key: both are sent", "unset one of them"));
  }
  if (isSet("ANTHROPIC_BASE_URL")) {
    found.push(
      warning(
        "base URL",
        `ANTHROPIC_BASE_URL leads to ${hostOf(env["ANTHROPIC_BASE_URL"] ?? "")}, and not to Anthropic`,
        "unset it if that is not meant",
      ),
    );
  }
  for (const name of ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"]) {
    if (isSet(name))
      found.push(
        warning("provider", `${name} is set: that cloud is asked, and bills`, "unset it if that is not meant"),
      );
  }
  found.push(...checkNode(env));
  const config = env["CLAUDE_CONFIG_DIR"] ?? "";
  if (config !== "" && !existsSync(config)) {
    const advice = "make the folder, or unset the variable: sessions and the login of ~/.claude are not seen";
    found.push(warning("config folder", `CLAUDE_CONFIG_DIR names ${config}, which is not there`, advice));
  }
  return found.length === 0 && !hasMore ? [ok("environment", "no variable that changes what claude does")] : found;
}

function checkNode(env: Environment): readonly Verdict[] {
  const found: Verdict[] = [];
  const options = env["NODE_OPTIONS"] ?? "";
  if (options.includes("--inspect")) {
    const advice = "unspool keeps that part from claude; unset it for programs of your own";
    found.push(
      warning(
        "NODE_OPTIONS",
        "has --inspect: a claude that runs on Node waits for the port, or for a debugger",
        advice,
      ),
    );
  } else if (/(?:--require|-r|--import|--loader)\b/.test(options)) {
    const advice = "unset it if claude or its hooks fail to start, or print what is no JSON";
    found.push(warning("NODE_OPTIONS", "loads further code into every Node program, claude and its hooks too", advice));
  }
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const advice = "unset it; for a proxy with a certificate of its own use NODE_EXTRA_CA_CERTS";
    found.push(failure("TLS", "NODE_TLS_REJECT_UNAUTHORIZED is 0: anybody on the way can read your key", advice));
  }
  const certificates = env["NODE_EXTRA_CA_CERTS"] ?? "";
  if (certificates !== "" && !existsSync(certificates)) {
    const advice = "correct the path, or unset the variable";
    found.push(warning("certificates", `NODE_EXTRA_CA_CERTS names ${certificates}, which is not there`, advice));
  }
  return found;
}

/** Addresses may have passwords in them. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "what is no address";
  }
}

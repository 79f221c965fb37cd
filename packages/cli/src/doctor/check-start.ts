// Starts claude without a prompt, which calls no model and costs nothing, and requests the account and the state of its MCP
// servers. 2.1.325 answers both before any turn and writes no transcript.

import { setTimeout as sleep } from "node:timers/promises";
import { createClaude, redactText, supportsOf, type ClaudeProgram } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { asObject, getErrorMessage } from "@unspool/protocol/kit";
import { toText } from "../output/json-line.ts";
import { failure, ok, warning, type CheckResult } from "./check-result.ts";

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** 2.1.325 took 20 s for its first response with a key and without network. */
const START_TIMEOUT_MS = 60_000;
/** How long servers may take to connect before their state is reported. */
const CONNECT_TIMEOUT_MS = 10_000;
const POLL_MS = 250;

export async function checkStart(program: ClaudeProgram, options: StartOptions): Promise<readonly CheckResult[]> {
  const session = createClaude({
    executable: program.path,
    cwd: options.cwd,
    requestTimeoutMs: START_TIMEOUT_MS,
    ...(supportsOf(program.version).hasFlag("--no-session-persistence") ? { persist: false } : {}),
  }).session();
  const close = (): void => void session.close();
  options.signal.addEventListener("abort", close, { once: true });
  let account: JsonObject | undefined;
  session.subscribe((event) => {
    const payload = event.type === "control-response" ? event.payload : undefined;
    account ??= asObject(asObject(payload)?.["account"]);
  });
  const started = performance.now();
  try {
    await session.ready();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const servers = await waitForServers(() => session.mcpStatus());
    return [
      ok("start", `ready after ${seconds} s`),
      describeLogin(account, options.env),
      ...servers.flatMap(checkServer),
    ];
  } catch (error) {
    const message = redactText(getErrorMessage(error));
    return [failure("start", message, "run claude once in this folder and see what it asks or reports")];
  } finally {
    options.signal.removeEventListener("abort", close);
    await session.close();
  }
}

async function waitForServers(ask: () => Promise<readonly JsonObject[]>): Promise<readonly JsonObject[]> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const servers = await ask();
    const isSettled = servers.every(({ status }) => status !== "pending");
    if (isSettled || performance.now() > deadline) return servers;
    await sleep(POLL_MS);
  }
}

function describeLogin(account: JsonObject | undefined, env: StartOptions["env"]): CheckResult {
  const read = (name: string): string | undefined => {
    const value = account?.[name];
    return typeof value === "string" && value !== "" && value !== "none" ? value : undefined;
  };
  const plan = read("subscriptionType");
  const key = read("apiKeySource");
  const token = read("tokenSource");
  const provider = read("apiProvider");
  const who = [read("email"), read("organization")].filter((part) => part !== undefined).join(", ");
  if (provider !== undefined && provider !== "firstParty") return ok("login", `${provider}, which bills you`);
  if (key !== undefined) return ok("login", `API key (${key}), billed by usage`);
  if (plan !== undefined) return ok("login", [plan, who].filter((part) => part !== "").join(", "));
  if (token !== undefined) return ok("login", `token (${token})${who === "" ? "" : `, ${who}`}`);
  if (account === undefined) {
    const hasKey = (env["ANTHROPIC_API_KEY"] ?? "") !== "";
    return hasKey
      ? ok("login", "API key (ANTHROPIC_API_KEY), billed by usage")
      : warning("login", "this version does not report it before its first turn", "update it: claude update");
  }
  return failure(
    "login",
    "not logged in, and there is no API key",
    "run claude and type /login, or set ANTHROPIC_API_KEY",
  );
}

function checkServer({ name, status, error }: JsonObject): readonly CheckResult[] {
  const label = `MCP ${toText(name)}`;
  const reason = typeof error === "string" ? `: ${redactText(error)}` : "";
  if (status === "connected") return [ok(label, "connected")];
  if (status === "disabled") return [ok(label, "disabled")];
  if (status === "needs-auth") return [warning(label, `needs a login${reason}`, "run claude and type /mcp")];
  if (status === "pending")
    return [
      warning(label, `still connecting after ${CONNECT_TIMEOUT_MS / 1000} s`, "check whether it responds at all"),
    ];
  return [failure(label, `${toText(status)}${reason}`, "correct its command or URL (claude mcp get), or remove it")];
}

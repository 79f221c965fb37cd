// Starts claude without a prompt, so that no model is asked and nothing is spent, and asks it who pays and how its MCP
// servers are. 2.1.325 answers both before any turn, and keeps no transcript of it.

import { setTimeout as sleep } from "node:timers/promises";
import { createClaude, redactText, supportsOf, type ClaudeProgram } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import { textOf } from "../output/text-of.ts";
import { failure, ok, warning, type Verdict } from "./verdict.ts";

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** 2.1.325 took 20 s for its first answer where it had a key and no network. */
const START_MS = 60_000;
/** Servers that take longer are reported as they are. */
const CONNECT_MS = 10_000;
const LOOK_MS = 250;

export async function checkStart(program: ClaudeProgram, options: StartOptions): Promise<readonly Verdict[]> {
  const session = createClaude({
    executable: program.path,
    cwd: options.cwd,
    requestTimeoutMs: START_MS,
    ...(supportsOf(program.version).hasFlag("--no-session-persistence") ? { persist: false } : {}),
  }).session();
  const close = (): void => void session.close();
  options.signal.addEventListener("abort", close, { once: true });
  let account: JsonObject | undefined;
  session.subscribe((event) => {
    const payload = event.type === "control-response" ? event.payload : undefined;
    account ??= objectOf(objectOf(payload)?.["account"]);
  });
  const started = performance.now();
  try {
    await session.ready();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const servers = await settledServers(() => session.mcpStatus());
    return [ok("start", `answers after ${seconds} s`), login(account, options.env), ...servers.flatMap(serverVerdict)];
  } catch (error) {
    const message = redactText(error instanceof Error ? error.message : String(error));
    return [failure("start", message, "run claude yourself once in this folder, and see what it asks or says")];
  } finally {
    options.signal.removeEventListener("abort", close);
    await session.close();
  }
}

async function settledServers(ask: () => Promise<readonly JsonObject[]>): Promise<readonly JsonObject[]> {
  const deadline = performance.now() + CONNECT_MS;
  for (;;) {
    const servers = await ask();
    const isSettled = servers.every(({ status }) => status !== "pending");
    if (isSettled || performance.now() > deadline) return servers;
    await sleep(LOOK_MS);
  }
}

function login(account: JsonObject | undefined, env: StartOptions["env"]): Verdict {
  const told = (name: string): string | undefined => {
    const value = account?.[name];
    return typeof value === "string" && value !== "" && value !== "none" ? value : undefined;
  };
  const plan = told("subscriptionType");
  const key = told("apiKeySource");
  const token = told("tokenSource");
  const provider = told("apiProvider");
  const who = [told("email"), told("organization")].filter((part) => part !== undefined).join(", ");
  if (provider !== undefined && provider !== "firstParty") return ok("login", `${provider}, which bills`);
  if (key !== undefined) return ok("login", `API key (${key}), billed by use`);
  if (plan !== undefined) return ok("login", [plan, who].filter((part) => part !== "").join(", "));
  if (token !== undefined) return ok("login", `token (${token})${who === "" ? "" : `, ${who}`}`);
  if (account === undefined) {
    const hasKey = (env["ANTHROPIC_API_KEY"] ?? "") !== "";
    return hasKey
      ? ok("login", "API key (ANTHROPIC_API_KEY), billed by use")
      : warning("login", "this version does not tell it before its first turn", "update it: claude update");
  }
  return failure(
    "login",
    "nobody is logged in, and there is no key",
    "run claude and type /login, or set ANTHROPIC_API_KEY",
  );
}

function serverVerdict({ name, status, error }: JsonObject): readonly Verdict[] {
  const label = `MCP ${textOf(name)}`;
  const reason = typeof error === "string" ? `: ${redactText(error)}` : "";
  if (status === "connected") return [ok(label, "connected")];
  if (status === "disabled") return [ok(label, "disabled")];
  if (status === "needs-auth") return [warning(label, `wants a login${reason}`, "run claude and type /mcp")];
  if (status === "pending")
    return [warning(label, `still connecting after ${CONNECT_MS / 1000} s`, "see whether it answers at all")];
  return [failure(label, `${textOf(status)}${reason}`, "correct its command or address: claude mcp get, or remove it")];
}

function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

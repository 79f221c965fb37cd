// The flags that choose a session, as options of the client: the same for one turn and for many.

import { resolve } from "node:path";
import type { SessionOptions } from "@unspool/client";
import type { Given } from "../cli/command.ts";
import type { Io } from "../cli/io.ts";

/** @throws {UsageError} for values that are none */
export async function sessionOptions(given: Given, io: Io): Promise<SessionOptions> {
  const mode = given.text("permission");
  const model = given.text("model");
  const resume = given.text("resume");
  const usd = given.number("budget", { min: 0 });
  const record = given.text("record");
  return {
    cwd: io.cwd,
    env: io.env,
    ...(model === undefined ? {} : { model }),
    ...(resume === undefined ? {} : { resume }),
    ...(given.has("continue") ? { continue: true } : {}),
    ...(given.has("fork") ? { fork: true } : {}),
    ...(mode === undefined || mode === "ask" ? {} : { permissionMode: mode }),
    ...(usd === undefined ? {} : { budget: { usd } }),
    ...(record === undefined ? {} : { record: resolve(io.cwd, record) }),
    ...(given.has("simulate") ? { spawn: await simulated(given, io) } : {}),
    forwardAgentText: true,
  };
}

const SIMULATED_ANSWER =
  "This is a simulated answer: no model was asked, and nothing was spent. `--scenario two-agents` plays something longer.";

async function simulated(given: Given, io: Io): Promise<NonNullable<SessionOptions["spawn"]>> {
  const { spawnSimulated, loadScenario, loadReadyMade, readyMade } = await import("@unspool/simulator");
  const name = given.text("scenario");
  if (name === undefined) return spawnSimulated({ scenario: { turns: [], otherwise: [SIMULATED_ANSWER] } });
  const scenario = readyMade().includes(name) ? await loadReadyMade(name) : await loadScenario(resolve(io.cwd, name));
  return spawnSimulated({ scenario });
}

// Starts the program as the SDK would: scripts with the chosen runtime, without flags that the caller did not set, and with the
// caller's spawn function if there is one.

import type { Launch, SpawnFunction } from "@unspool/client";
import type { Options } from "../types/options.ts";

const SCRIPT = /\.(?:[cm]?js|jsx|tsx?)$/;
/** Makes the CLI echo prompts. Sessions use the echo to match answers; a query does not need it. */
const REPLAY_FLAG = "--replay-user-messages";

/** @param ownArgs flags that the session does not accept as `extraArgs` */
export function createLaunchRewriter(options: Options, ownArgs: readonly string[]): (launch: Launch) => Launch {
  return (launch) => {
    const args = [...launch.args];
    // Removes the flag of the session, which comes first. One in `extraArgs` stays.
    const replay = args.indexOf(REPLAY_FLAG);
    if (replay !== -1) args.splice(replay, 1);
    return runWithRuntime({ ...launch, args: [...args, ...ownArgs] }, options);
  };
}

function runWithRuntime(launch: Launch, { executable = "node", executableArgs = [] }: Options): Launch {
  const runtime = executable === "node" ? process.execPath : executable;
  const { command, args } = launch;
  if (SCRIPT.test(command)) return { ...launch, command: runtime, args: [...executableArgs, command, ...args] };
  const isScript = command === process.execPath && SCRIPT.test(args[0] ?? "");
  return isScript ? { ...launch, command: runtime, args: [...executableArgs, ...args] } : launch;
}

/** Creates the `spawn` option of a session. */
export function toSpawnFunction(
  spawn: NonNullable<Options["spawnClaudeCodeProcess"]>,
  signal: AbortSignal,
): SpawnFunction {
  return ({ command, args, cwd, env }) => {
    const child = spawn({ command, args: [...args], cwd, env, signal });
    return child as unknown as ReturnType<SpawnFunction>;
  };
}

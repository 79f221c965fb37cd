// The program as the SDK would start it: scripts under the chosen runtime, no flag that its caller did not ask for, and by
// the caller's own function if there is one.

import type { Launch, SpawnFunction } from "@unspool/client";
import type { Options } from "./options-type.ts";

const SCRIPT = /\.(?:[cm]?js|jsx|tsx?)$/;
/** Adds a line for each prompt. Our sessions match answers by it; a query has no need to. */
const REPLAY_FLAG = "--replay-user-messages";

/** @param ownArgs flags that a session does not take from its user */
export function launchChange(options: Options, ownArgs: readonly string[]): (launch: Launch) => Launch {
  return (launch) => {
    const args = [...launch.args];
    // The session's own is the first; one in `extraArgs` comes later, and stays.
    const replay = args.indexOf(REPLAY_FLAG);
    if (replay !== -1) args.splice(replay, 1);
    return underRuntime({ ...launch, args: [...args, ...ownArgs] }, options);
  };
}

function underRuntime(launch: Launch, { executable = "node", executableArgs = [] }: Options): Launch {
  const runtime = executable === "node" ? process.execPath : executable;
  const { command, args } = launch;
  if (SCRIPT.test(command)) return { ...launch, command: runtime, args: [...executableArgs, command, ...args] };
  const isScript = command === process.execPath && SCRIPT.test(args[0] ?? "");
  return isScript ? { ...launch, command: runtime, args: [...executableArgs, ...args] } : launch;
}

/** For the option `spawn` of a session. */
export function spawnWith(spawn: NonNullable<Options["spawnClaudeCodeProcess"]>, signal: AbortSignal): SpawnFunction {
  return ({ command, args, cwd, env }) => {
    const child = spawn({ command, args: [...args], cwd, env, signal });
    return child as unknown as ReturnType<SpawnFunction>;
  };
}

// Runs `unspool` in a real terminal: tmux with its own server, which ends with it.

import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { UNSPOOL, type CheckContext } from "./run-check.ts";

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;
const COLUMNS = 90;
const ROWS = 40;
let opened = 0;

export interface Terminal {
  /** Returns the screen as soon as it shows this. */
  readonly screen: (awaited: string) => Promise<string>;
  /** Types a line, and sends it when the screen shows it. */
  readonly say: (line: string) => Promise<void>;
  /** Presses keys, by tmux's names for them. */
  readonly press: (...keys: readonly string[]) => void;
}

export function hasTerminals(): boolean {
  return spawnSync("tmux", ["-V"], { stdio: "ignore" }).status === 0;
}

/** Runs `unspool` with these arguments. The screen then shows `exit` and its code. */
export async function inTerminal(
  { environment, sandbox }: CheckContext,
  words: readonly string[],
  use: (terminal: Terminal) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  opened += 1;
  // A server that is about to end would take the next terminal with it.
  const socket = `unspool-${process.pid}-${opened}`;
  const tmux = (...given: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...given], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
    });
    if (status !== 0) throw new Error(`tmux ${given[0] ?? ""}: ${stderr}`);
    return stdout;
  };
  // The command must not see the environment of the server, which is that of this process.
  const variables = Object.entries(environment()).map(([name, value]) => `${name}=${value}`);
  const program = ["env", "-i", ...variables, process.execPath, UNSPOOL, ...words].map(quoted).join(" ");
  const size = ["-x", String(COLUMNS), "-y", String(ROWS)];
  const screen = async (awaited: string): Promise<string> => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const shown = tmux("capture-pane", "-p", "-t", "one");
      if (shown.includes(awaited)) return shown;
      if (performance.now() > deadline) throw new Error(`no ${JSON.stringify(awaited)} on the screen:\n${shown}`);
      await sleep(LOOK_MS);
    }
  };
  const press = (...keys: readonly string[]): void => void tmux("send-keys", "-t", "one", ...keys);
  try {
    const line = `${program}; echo "exit $?"; read wait`;
    tmux("new-session", "-d", "-s", "one", "-c", sandbox.workspace, ...size, line);
    return await use({
      screen,
      press,
      async say(text) {
        press("-l", text);
        await screen(text);
        press("Enter");
      },
    });
  } finally {
    spawnSync("tmux", ["-L", socket, "kill-server"], { stdio: "ignore" });
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

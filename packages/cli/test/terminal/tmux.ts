// A real terminal whose screen can be read back: tmux. Without it these tests fail in CI and are skipped, with the reason,
// on a machine of your own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeEach } from "vitest";

const INSTALL = "tmux is not installed (apt-get install -y tmux, brew install tmux)";
const PATIENCE_MS = 60_000;
/** Room for everything that scrolls away. */
const CONFIGURATION = join(import.meta.dirname, "tmux.conf");

/** The executable, as vitest's set-up has made it. */
export const UNSPOOL: string = join(import.meta.dirname, "../../dist/bundle/unspool.mjs");

export interface TerminalOptions {
  /** A program for Node. @default `unspool` */
  readonly program?: string;
  readonly columns: number;
  readonly rows: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Terminal {
  /** The screen as soon as it shows this. */
  screen(awaited: string | RegExp, options?: CaptureOptions): Promise<string>;
  /** Presses keys, by tmux's names for them: `y`, `C-c`, `Enter`. */
  press(...keys: readonly string[]): void;
  resize(columns: number, rows: number): void;
  /** A value of tmux's own, such as `#{cursor_flag}`. */
  value(format: string): string;
}

export interface CaptureOptions {
  /** With all that has scrolled away. */
  readonly hasHistory?: boolean;
  readonly hasColours?: boolean;
}

/** To be called once in a test file: makes terminals, and ends them with it. */
export function useTerminals(): { open(words: readonly string[], options: TerminalOptions): Terminal } {
  const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
  const socket = `unspool-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  let opened = 0;
  beforeEach((context) => {
    if (hasTmux) return;
    if ((process.env["CI"] ?? "") !== "") throw new Error(`${INSTALL}, and CI must see real screens.`);
    context.skip(`${INSTALL}: the screens are not looked at.`);
  });
  afterAll(() => {
    if (opened > 0) spawnSync("tmux", ["-L", socket, "kill-server"]);
  });

  function tmux(...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync("tmux", ["-u", "-L", socket, "-f", CONFIGURATION, ...words], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
    });
    if (status !== 0) throw new Error(`tmux ${words.join(" ").slice(0, 200)}: ${stderr}`);
    return stdout;
  }
  return {
    open(words, { program: file = UNSPOOL, columns, rows, cwd = import.meta.dirname, env = {} }) {
      opened += 1;
      const name = `t${opened}`;
      const variables = Object.entries(env).map(([key, value]) => `${key}=${quoted(value)}`);
      const clean = "env -u NO_COLOR -u FORCE_COLOR -u CI";
      const program = [clean, ...variables, quoted(process.execPath), quoted(file), ...words.map(quoted)].join(" ");
      const size = ["-x", String(columns), "-y", String(rows)];
      tmux("new-session", "-d", "-s", name, "-c", cwd, ...size, `${program}; echo "exit $?"; read wait`);
      return {
        async screen(awaited, { hasHistory = false, hasColours = false } = {}) {
          const flags = [...(hasHistory ? ["-S", "-"] : []), ...(hasColours ? ["-e"] : [])];
          const deadline = performance.now() + PATIENCE_MS;
          for (;;) {
            const visible = tmux("capture-pane", "-p", "-t", name);
            const isThere = typeof awaited === "string" ? visible.includes(awaited) : awaited.test(visible);
            if (isThere) return flags.length === 0 ? visible : tmux("capture-pane", "-p", "-t", name, ...flags);
            if (performance.now() > deadline) throw new Error(`no ${String(awaited)} on the screen:\n${visible}`);
            await new Promise((resolve) => setTimeout(resolve, 40));
          }
        },
        press: (...keys) => void tmux("send-keys", "-t", name, ...keys),
        resize: (width, height) => void tmux("resize-window", "-t", name, "-x", String(width), "-y", String(height)),
        value: (format) => tmux("display-message", "-p", "-t", name, format).trim(),
      };
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

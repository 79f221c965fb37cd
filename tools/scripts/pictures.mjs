// `node tools/scripts/run.mjs pictures`: the pictures of the documents, from real runs in a real terminal (tmux).
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ansiToSvg } from "./ansi-svg.mjs";
import { root } from "./process.mjs";

const COLUMNS = 88;
const ROWS = 55;
const PATIENCE_MS = 60_000;

/** The demonstration at the moment when it asks: tools, agents, a diff, and the open part below. */
export async function drawPictures() {
  const socket = `unspool-pictures-${process.pid}`;
  const tmux = (...words) => {
    const { status, stdout, stderr } = spawnSync("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
    });
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`);
    return stdout;
  };
  const command = `env -u NO_COLOR '${process.execPath}' '${join(root, "packages/cli/dist/bundle/unspool.mjs")}' demo`;
  try {
    tmux("new-session", "-d", "-s", "demo", "-x", String(COLUMNS), "-y", String(ROWS), command);
    const deadline = performance.now() + PATIENCE_MS;
    while (!tmux("capture-pane", "-p", "-t", "demo").includes("y allow")) {
      if (performance.now() > deadline) throw new Error("the demonstration asked nothing");
      await sleep(100);
    }
    const screen = tmux("capture-pane", "-p", "-e", "-t", "demo");
    mkdirSync(join(root, "docs/pictures"), { recursive: true });
    const title = "unspool demo: a session in the terminal, with tools, two agents and a question";
    // The demonstration has no wide characters.
    writeFileSync(
      join(root, "docs/pictures/demo.svg"),
      ansiToSvg(screen, { columns: COLUMNS, title, widthOf: (text) => text.length }),
    );
  } finally {
    spawnSync("tmux", ["-L", socket, "kill-server"]);
  }
}

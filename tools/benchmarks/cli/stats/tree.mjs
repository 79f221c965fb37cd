// Generates a tree of transcripts like Claude Code's `projects/` folder from a seed. The shapes are those of the files in
// fixtures/transcripts: 1.0.128, 2.0.76, 2.1.74 and 2.1.325, with agents' files, forks, resumed sessions,
// interrupts, cost-states, notes, attachments, and texts that look like fields.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "./random.mjs";
import { conversation, forkSession } from "./session.mjs";

/**
 * @param {string} root the folder `projects`
 * @param {{ seed?: number, sessions?: number, bytes?: number, textBytes?: number }} options it ends with the limit that is reached first
 * @returns {{ files: number, bytes: number, lines: number }}
 */
export function makeTree(root, { seed = 1, sessions = Infinity, bytes = Infinity, textBytes = 1500 } = {}) {
  const random = createRandom(seed);
  const made = { files: 0, bytes: 0, lines: 0 };
  const write = (path, lines) => {
    const text = `${lines.join("\n")}\n`;
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    made.files += 1;
    made.bytes += Buffer.byteLength(text);
    made.lines += lines.length;
  };
  const writeAgents = (folder, session) => {
    for (const agent of session.agents) {
      const path = agent.isBeside ? folder : join(folder, session.id, "subagents");
      write(join(path, `agent-${agent.id}.jsonl`), agent.lines);
      if (agent.meta !== undefined)
        writeFileSync(join(path, `agent-${agent.id}.meta.json`), JSON.stringify(agent.meta));
    }
  };
  const projects = Array.from({ length: 8 }, (_, place) => `/home/ann/work/${random.pick(WORDS)}-${place}`);
  for (let count = 0; count < sessions && made.bytes < bytes; count += 1) {
    const cwd = random.pick(projects);
    const folder = join(root, cwd.replaceAll("/", "-"));
    const session = conversation(random, { cwd, textBytes, start: START + count * 3_600_000 * 7 });
    write(join(folder, `${session.id}.jsonl`), session.lines);
    writeAgents(folder, session);
    if (random.chance(0.12)) {
      const fork = forkSession(random, session);
      write(join(folder, `${fork.id}.jsonl`), fork.lines);
      writeAgents(folder, fork);
    }
  }
  return made;
}

const START = Date.UTC(2026, 2, 1, 8);
const WORDS = ["kiln", "tide", "quartz", "meadow", "lantern", "harbour"];

// Only reads the files and parses every line: the lower bound.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [root] = process.argv.slice(2);
let lines = 0;
for (const name of readdirSync(root, { recursive: true })) {
  if (!name.endsWith(".jsonl")) continue;
  for (const line of readFileSync(join(root, name), "utf8").split("\n")) {
    if (line === "") continue;
    JSON.parse(line);
    lines += 1;
  }
}
console.log(lines);

// Reads the result of the last full conformance matrix from its page, since the matrix takes half an hour and real CLIs.
import { readFileSync } from "node:fs";

export function readConformance() {
  const page = readFileSync(new URL("../../../docs/conformance.md", import.meta.url), "utf8");
  const [, holding, all] = /\*\*(\d+) of (\d+) cells hold\.\*\*/.exec(page) ?? [];
  const [, date] = /--matrix` on (\S+):/.exec(page) ?? [];
  if (all === undefined) throw new Error("docs/conformance.md does not tell; run npm run conformance -- --matrix");
  const percent = ((100 * Number(holding)) / Number(all)).toFixed(1);
  console.log(`conformance: ${percent} % (goal 100 %; ${holding} of ${all} cells, matrix of ${date})`);
}

// The last full matrix: it takes half an hour and real CLIs, so its result is read from the page that it wrote.
import { readFileSync } from "node:fs";

export function readConformance() {
  const page = readFileSync(new URL("../../../../docs/conformance.md", import.meta.url), "utf8");
  const [, holding, all] = /\*\*(\d+) of (\d+) cells hold\.\*\*/.exec(page) ?? [];
  const [, date] = /--matrix` on (\S+):/.exec(page) ?? [];
  if (all === undefined) throw new Error("docs/conformance.md does not tell; run npm run conformance -- --matrix");
  const percent = ((100 * Number(holding)) / Number(all)).toFixed(1);
  console.log(`conformance: ${percent} % (goal 100 %; ${holding} of ${all} cells, matrix of ${date})`);
}

// import-time: the first `import()` of the client in its own process ÷ that of the official SDK.

import { pathToFileURL } from "node:url";
import { median, printAtMost, printDetail, spread } from "../report.mjs";
import { officialSdk } from "./installed.mjs";
import { run, runByTurns } from "./run-contestant.mjs";

export async function measureImport({ folder, rounds }, limit) {
  const start = (url) => async () => (await run("import", [url], { HOME: folder })).ms;
  const [ours, official] = await runByTurns(
    rounds,
    start(import.meta.resolve("@unspool/client")),
    start(pathToFileURL(await officialSdk()).href),
  );
  printAtMost("import-time", median(ours) / median(official), limit);
  printDetail(
    "import-time-ms",
    `${median(ours).toFixed(0)} (${spread(ours, 0)}), official ${median(official).toFixed(0)} (${spread(official, 0)})`,
  );
}

// client-rate: partial-message lines per second that reach a `for await`, ours ÷ the official SDK's `query()`. Both read the
// same bytes from the same fake claude in a child process.

import { median, printAtLeast, printDetail, spread } from "../report.mjs";
import { officialSdk } from "./installed.mjs";
import { pick, run, runByTurns } from "./run-contestant.mjs";
import { prepareStream } from "./stream.mjs";

export async function measureRate({ folder, rounds, lines }, limit) {
  const { env, partials } = prepareStream(folder, { lines });
  const all = { ...env, HOME: folder, UNSPOOL_BENCH_SDK: await officialSdk() };
  const start = (side) => async () => {
    const { partials: came, ...times } = await run("rate", [side], all);
    if (came !== partials) throw new Error(`${side} delivered ${came} of ${partials} pieces`);
    return times;
  };
  const [ours, official] = await runByTurns(rounds, start("ours"), start("official"));
  const ratio = (name) => median(pick(official, name)) / median(pick(ours, name));
  printAtLeast("client-rate", ratio("ms"), limit);
  const [own, theirs] = [ours, official].map(
    (times) => `${Math.round(partials / median(pick(times, "ms")))} lines/ms (${spread(pick(times, "ms"), 0)} ms)`,
  );
  printDetail("client-rate-speed", `${own}, official ${theirs}, ${partials} lines, ${rounds} rounds`);
  const cpu = [ours, official].map((times) => `${spread(pick(times, "cpuMs"), 0)} ms`);
  printDetail("client-rate-cpu", `${ratio("cpuMs").toFixed(2)}: processor time ${cpu[0]}, official ${cpu[1]}`);
}

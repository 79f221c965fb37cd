// Measures the time from `ask` to the first event with a real CLI in front of the model stub, cold and from a pool in turns, in a
// network namespace that has only loopback, if the platform allows it.

import { startModelStub } from "../../../../packages/simulator/dist/index.js";
import { createSandbox, rerunOnLoopbackOnly } from "../../../conformance/dist/clis/sandbox.js";
import { createClaude } from "../../../../packages/client/dist/index.js";
import { createPool } from "../../../../packages/client/dist/bundle/index.js";

const SCENARIO = { turns: [{ replies: ["Hello."] }] };

const code = rerunOnLoopbackOnly();
if (code === undefined) console.log(JSON.stringify(await measure(...process.argv.slice(2))));
process.exit(code ?? 0);

async function measure(executable, rounds) {
  const times = { cold: [], warm: [] };
  for (let round = 0; round < Number(rounds); round += 1) {
    times.cold.push(await withOptions(executable, (options) => firstEvent(createClaude(options))));
    times.warm.push(
      await withOptions(executable, async (options) => {
        // No replacement session: on a small machine its start would be measured too.
        const pool = createPool({ ...options, size: 1, max: 1 });
        try {
          await pool.warm();
          return await firstEvent(pool);
        } finally {
          await pool.close();
        }
      }),
    );
  }
  return times;
}

async function firstEvent(asked) {
  const started = performance.now();
  const turn = asked.ask("Hi");
  const times = {};
  for await (const { type } of turn) {
    times.event ??= performance.now() - started;
    if (type === "text-delta") times.text ??= performance.now() - started;
  }
  await turn;
  return times;
}

/** Creates a new home, API and conversation. */
async function withOptions(executable, use) {
  const sandbox = createSandbox();
  const stub = await startModelStub(SCENARIO);
  try {
    const env = sandbox.environment(stub.env({}));
    return await use({ executable, cwd: sandbox.workspace, env });
  } finally {
    await stub.close();
    await sandbox.remove();
  }
}

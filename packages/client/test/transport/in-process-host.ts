// A host program of its own whose Claude hangs inside it, or in a recording: does the limit strike, or does Node end
// before? It says how the turn ended.

import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { createClaude } from "../../src/claude.ts";
import type { AskOptions, SessionOptions } from "../../src/options/options.ts";
import { replayTransport } from "../../src/record/replay.ts";
import type { Recording } from "../../src/record/types.ts";

const LIMITS: Readonly<Record<string, () => AskOptions>> = {
  signal: () => ({ signal: AbortSignal.timeout(50) }),
  timeouts: () => ({ timeouts: { silentMs: 50 } }),
  budget: () => ({ budget: { wallTimeMs: 50 } }),
};

const PROMPT = { kind: "in", text: '{"type":"user","message":{"role":"user","content":"x"}}' } as const;
const INIT = { kind: "out", text: '{"type":"system","subtype":"init","session_id":"s"}' } as const;

/** Of a turn that somebody interrupted: it is played up to where he did so. */
const INTERRUPTED: Recording = {
  source: "recording",
  warnings: [],
  runs: [
    {
      lines: [
        PROMPT,
        INIT,
        { kind: "in", text: '{"type":"control_request","request_id":"1","request":{"subtype":"interrupt"}}' },
        { kind: "out", text: '{"type":"control_response","response":{"subtype":"success","request_id":"1"}}' },
        { kind: "out", text: '{"type":"result","subtype":"error_during_execution","is_error":true}' },
        { kind: "input-end" },
        { kind: "exit", exit: { code: 0, signal: null } },
      ],
    },
  ],
};

const ANSWERED: Recording = {
  source: "recording",
  warnings: [],
  runs: [{ lines: [PROMPT, INIT, { kind: "out", text: '{"type":"result","subtype":"success","result":"abc"}' }] }],
};

const hanging = scenario("hangs").turn(say.text("abc"), say.hang());
const WAYS: Readonly<Record<string, (hangs: boolean) => SessionOptions>> = {
  simulator: (hangs) => ({
    spawn: spawnSimulated({ scenario: hangs ? hanging : scenario("abc").turn(say.text("abc")) }),
  }),
  recording: (hangs) => ({ transport: replayTransport(hangs ? INTERRUPTED : ANSWERED) }),
};

const [way = "", limit = ""] = process.argv.slice(2);
const claude = createClaude(WAYS[way]?.(limit !== "unref") ?? {});
if (limit === "unref") {
  const session = claude.session({ unref: true });
  const { outcome } = await session.ask("x");
  await session.idle();
  process.stdout.write(`${outcome}\n`);
} else {
  const result = await claude.ask("x", { ...LIMITS[limit]?.(), reject: false });
  process.stdout.write(`${result.outcome === "success" ? "success" : result.code}\n`);
}

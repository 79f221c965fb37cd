// `npm run bench [-- --short]`: the benchmarks of the protocol package, one line per result.

import { decodeChunks } from "./contestants.mjs";
import { takeSample } from "../data/sample.mjs";
import { blockSession, deltaSession, foreignSession, mixedSession } from "../data/sessions.mjs";
import { measureBundle } from "./bundle.mjs";
import { measureDecode } from "./decode.mjs";
import { measureHeapGrowth } from "./heap-growth.mjs";
import { measureLongLine } from "./long-line.mjs";
import { measureReduceGrowth } from "./reduce-growth.mjs";
import { measureVersusReadline } from "./versus-readline.mjs";
import { runBenchmarks } from "../run-benchmarks.mjs";

// Many short rounds (about 20 ms): on a busy machine a few of them run undisturbed.
const FULL = { bytes: 5e6, rounds: 60, longRounds: 5, events: 1_000_000, messages: 100_000, probe: 20_000 };
const SHORT = { bytes: 2e6, rounds: 15, longRounds: 1, events: 100_000, messages: 5000, probe: 5000 };

if (globalThis.gc === undefined) throw new Error("the heap cannot be measured: run with node --expose-gc");
await runBenchmarks(process.argv.slice(2), (_folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  // Warm-up with all kinds of lines: V8's caches are then as in a long-lived process, and no result depends on the order.
  for (const session of [mixedSession, blockSession, deltaSession]) decodeChunks(takeSample(session(8), 2e6).chunks);

  const deltas = takeSample(deltaSession(), size.bytes);
  return {
    "decode-deltas": () => measureDecode("decode-deltas", deltas, size.rounds, 0.6),
    "decode-mixed": () => measureDecode("decode-mixed", takeSample(mixedSession(), size.bytes), size.rounds, 0.9),
    "decode-blocks": () => measureDecode("decode-blocks", takeSample(blockSession(), size.bytes), size.rounds, 1.2),
    // For reference: shows what the fast path for ASCII costs other texts.
    "decode-foreign": () => measureDecode("decode-foreign", takeSample(foreignSession(), size.bytes), size.rounds),
    "vs-readline": () => measureVersusReadline(deltas, size.rounds, 3),
    "long-line": () => measureLongLine(size.longRounds, 1.5),
    "reduce-growth": () => measureReduceGrowth(size.messages, size.probe, size.rounds, 1.2),
    "heap-growth": () => measureHeapGrowth(size.events, 5),
    bundle: () => measureBundle(12),
  };
});

// `npm run bench [-- --short]`: every figure of the protocol package, one line each.

import { decodeChunks } from "./contestants.mjs";
import { takeSample } from "./data/sample.mjs";
import { blockSession, deltaSession, foreignSession, mixedSession } from "./data/sessions.mjs";
import { measureBundle } from "./figures/bundle.mjs";
import { measureDecode } from "./figures/decode.mjs";
import { measureHeapGrowth } from "./figures/heap-growth.mjs";
import { measureLongLine } from "./figures/long-line.mjs";
import { measureReduceGrowth } from "./figures/reduce-growth.mjs";
import { measureVersusReadline } from "./figures/versus-readline.mjs";
import { runFigures } from "./run-figures.mjs";

// Rounds are short (some 20 ms) and many: on a machine with other work, a few of them will run undisturbed.
const FULL = { bytes: 5e6, rounds: 60, longRounds: 5, events: 1_000_000, messages: 100_000, probe: 20_000 };
const SHORT = { bytes: 2e6, rounds: 15, longRounds: 1, events: 100_000, messages: 5000, probe: 5000 };

if (globalThis.gc === undefined) throw new Error("the heap cannot be measured: run with node --expose-gc");
await runFigures(process.argv.slice(2), (_folder, isShort) => {
  const size = isShort ? SHORT : FULL;
  // All kinds of lines before the first figure: the engine's caches then know what a long-lived process knows, and no
  // figure depends on its place in the order.
  for (const session of [mixedSession, blockSession, deltaSession]) decodeChunks(takeSample(session(8), 2e6).chunks);

  const deltas = takeSample(deltaSession(), size.bytes);
  return {
    "decode-deltas": () => measureDecode("decode-deltas", deltas, size.rounds, 0.6),
    "decode-mixed": () => measureDecode("decode-mixed", takeSample(mixedSession(), size.bytes), size.rounds, 0.9),
    "decode-blocks": () => measureDecode("decode-blocks", takeSample(blockSession(), size.bytes), size.rounds, 1.2),
    // For reference: it tells whether what is done for ASCII has a price elsewhere.
    "decode-foreign": () => measureDecode("decode-foreign", takeSample(foreignSession(), size.bytes), size.rounds),
    "vs-readline": () => measureVersusReadline(deltas, size.rounds, 3),
    "long-line": () => measureLongLine(size.longRounds, 1.5),
    "reduce-growth": () => measureReduceGrowth(size.messages, size.probe, size.rounds, 1.2),
    "heap-growth": () => measureHeapGrowth(size.events, 5),
    bundle: () => measureBundle(12),
  };
});

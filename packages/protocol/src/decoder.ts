// The decoder: bytes → lines → messages → events.

import { createLineSplitter, DEFAULT_MAX_LINE_BYTES } from "./framing/line-splitter.ts";
import type { Event } from "./translate/events.ts";
import { createTranslator, type TranslatorStats } from "./translate/translator.ts";

/** Options of a decoder. */
export interface DecoderOptions {
  /** Called for each event, in order, before `push` returns. */
  readonly onEvent: (event: Event) => void;
  /**
   * Maximum length of a line in bytes. A longer line is skipped and reported.
   * @default 67108864
   */
  readonly maxLineBytes?: number;
  /** Clock for events whose line has no time, in milliseconds since 1970. Without it, those events have no time. */
  readonly now?: () => number;
  /**
   * Cost of the session before this stream. A resumed session continues its total, and the cost of the first turn is
   * the difference.
   * @default 0
   */
  readonly previousCostUsd?: number;
  /**
   * For transcripts: agent id → the tool use that started the agent, if the caller knows it. Agents have separate
   * files, and until the result of the call is read, only the prompt identifies the call. The map may grow.
   */
  readonly agentCalls?: ReadonlyMap<string, string>;
}

/** Counters of a decoder. Every line emitted an event or is counted in `silent`. */
export interface DecoderStats extends TranslatorStats {
  readonly bytes: number;
}

/** A push decoder. */
export interface Decoder {
  /** Decodes a part of the stream, cut anywhere. Throws after `end`. */
  push(chunk: Uint8Array | string): void;
  /** Delivers a last line without LF and closes everything open. Further calls do nothing. */
  end(): void;
  readonly stats: DecoderStats;
}

/** Creates a decoder. It does not throw for any content of the stream; `push` throws errors of `onEvent`. */
export function createDecoder(options: DecoderOptions): Decoder {
  if (typeof options?.onEvent !== "function") throw new TypeError("createDecoder needs { onEvent }: a function.");
  const maxLineBytes = checkLimit(options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES);
  checkCost(options.previousCostUsd ?? 0);
  let failure: { readonly error: unknown } | undefined;
  const translator = createTranslator({
    ...options,
    onEvent(event) {
      try {
        options.onEvent(event);
      } catch (error) {
        failure ??= { error };
      }
    },
  });
  /** Throws the consumer's first error after the chunk has been read, so that the rest of the chunk is not lost. */
  function throwFailure(): void {
    const thrown = failure;
    failure = undefined;
    if (thrown !== undefined) throw thrown.error;
  }
  let isEnding = false;
  let hasEnded = false;
  const splitter = createLineSplitter(
    {
      onRegion: (region) => translator.translateRegion(region, isEnding),
      onLongLine: (line) => translator.translateLongLine(line),
      onOversize: (bytes) => translator.skipLine(bytes, maxLineBytes),
    },
    maxLineBytes,
  );
  return {
    push(chunk) {
      if (hasEnded) throw new TypeError("This decoder has ended: make a new one for another stream.");
      splitter.push(chunk);
      throwFailure();
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      isEnding = true;
      splitter.end();
      translator.end();
      throwFailure();
    },
    get stats() {
      return { bytes: splitter.bytes, ...translator.stats };
    },
  };
}

function checkLimit(maxLineBytes: number): number {
  if (Number.isInteger(maxLineBytes) && maxLineBytes > 0) return maxLineBytes;
  throw new RangeError(`maxLineBytes is ${maxLineBytes}: give a whole number of bytes above 0.`);
}

function checkCost(previousCostUsd: number): void {
  if (Number.isFinite(previousCostUsd) && previousCostUsd >= 0) return;
  throw new RangeError(`previousCostUsd is ${previousCostUsd}: give the dollars spent so far, 0 or more.`);
}

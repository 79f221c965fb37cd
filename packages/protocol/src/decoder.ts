// The whole reading side in one object: bytes → lines → messages → events.

import { createLineSplitter, DEFAULT_MAX_LINE_BYTES } from "./framing/line-splitter.ts";
import type { Event } from "./translate/events.ts";
import { createTranslator, type TranslatorStats } from "./translate/translator.ts";

/** Options of a decoder. */
export interface DecoderOptions {
  /** Called for each event, in order, before `push` returns. */
  readonly onEvent: (event: Event) => void;
  /**
   * Longest line that is read, in bytes; a longer one is skipped and reported.
   * @default 67108864
   */
  readonly maxLineBytes?: number;
  /** Gives events whose line carries no time one, in milliseconds since 1970; without it they have none. */
  readonly now?: () => number;
  /**
   * What the session had cost before this stream: a resumed session goes on counting, and the first turn's own cost is
   * the difference.
   * @default 0
   */
  readonly previousCostUsd?: number;
  /**
   * Agents of a transcript, agent id → the tool use that started it, where the caller knows it: agents have files of
   * their own, and until the result of the call is read only their prompts tell whose they are. It may grow.
   */
  readonly agentCalls?: ReadonlyMap<string, string>;
}

/** What has gone through a decoder. Every line gave an event or is counted in `silent`. */
export interface DecoderStats extends TranslatorStats {
  readonly bytes: number;
}

/** A push decoder. */
export interface Decoder {
  /** Takes any piece of the stream, cut anywhere. After `end` it throws. */
  push(chunk: Uint8Array | string): void;
  /** Delivers a last line without LF and closes what is still open. Once; calling it again does nothing. */
  end(): void;
  readonly stats: DecoderStats;
}

/** Makes a decoder. Nothing that is in the stream makes it throw; an error of `onEvent` comes out of `push`. */
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
  /** The consumer's first error, thrown when the chunk has been read: half-read, the stream would be lost. */
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

// A client that replays a recording: for tests, and to look at a past session.

import { createClaude, type Claude } from "./claude.ts";
import type { SessionOptions } from "./options/options.ts";
import { replayTransport, type ReplayOptions } from "./record/replay.ts";
import type { Recording } from "./record/types.ts";

/** @throws {ClaudeError} `file-failed` or `replay-mismatch` if the file is not a recording */
export function replay(
  recording: Recording | string | URL | Uint8Array,
  { timing, onMismatch, ...defaults }: Omit<ReplayOptions, "clock"> & Omit<SessionOptions, "transport" | "spawn"> = {},
): Claude {
  const { clock } = defaults;
  const transport = replayTransport(recording, {
    ...(timing === undefined ? {} : { timing }),
    ...(onMismatch === undefined ? {} : { onMismatch }),
    ...(clock === undefined ? {} : { clock }),
  });
  return createClaude({ ...defaults, transport });
}

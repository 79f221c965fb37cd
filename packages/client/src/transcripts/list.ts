// Lists the sessions of this machine, newest first by the time of their last entry, reading a few files ahead. A file's own
// time is never much earlier than that of its last entry, so a session is yielded once no unread file can be newer.

import { resolve } from "node:path";
import { getErrorMessage } from "@unspool/protocol/kit";
import { listSessionFiles, type SessionFile } from "./session-files.ts";
import { summarize } from "./summary.ts";
import type { ListOptions, TranscriptSummary } from "./types.ts";

/** Number of files that are opened at the same time. */
const AHEAD = 16;

export async function* listSessions(
  projects: string,
  { cwd, limit = Number.POSITIVE_INFINITY, onWarning }: ListOptions,
): AsyncGenerator<TranscriptSummary, void, undefined> {
  if (limit <= 0) return;
  const wanted = cwd === undefined ? undefined : resolve(cwd);
  const files = await listSessionFiles(projects, onWarning);
  const ahead = Math.min(AHEAD, wanted === undefined ? limit : AHEAD);
  let given = 0;
  let waiting: TranscriptSummary[] = [];
  for (let start = 0; start < files.length; start += ahead) {
    const some = files.slice(start, start + ahead);
    const summaries = await Promise.all(some.map((file) => tryToSummarize(file, onWarning)));
    for (const summary of summaries) {
      if (summary === undefined) continue;
      if (wanted !== undefined && (summary.cwd === undefined || resolve(summary.cwd) !== wanted)) continue;
      waiting.push(summary);
    }
    // The sort is stable: sessions with equal times keep the order of their files.
    waiting.sort((one, other) => other.updatedAt - one.updatedAt);
    const newestUnread = files[start + ahead]?.modifiedAt ?? Number.NEGATIVE_INFINITY;
    const ready = waiting.filter(({ updatedAt }) => updatedAt >= newestUnread);
    waiting = waiting.slice(ready.length);
    for (const summary of ready) {
      yield summary;
      if (++given >= limit) return;
    }
  }
}

async function tryToSummarize(
  file: SessionFile,
  onWarning: ListOptions["onWarning"],
): Promise<TranscriptSummary | undefined> {
  try {
    return await summarize(file);
  } catch (error) {
    onWarning?.({ file: file.file, message: getErrorMessage(error) });
    return undefined;
  }
}

// A message without what differs from run to run: ids, folders, times. What is left is equal if the messages are.

import type { SdkMessage } from "./sdk-types.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** `duration_ms`, `ttft_ms`, `startTime` and the like. */
const CLOCK = /(?:_ms|duration|time)$/i;

export function stable(message: SdkMessage, root: string): string {
  const text = JSON.stringify(message, (key: string, value: unknown) =>
    typeof value === "number" && CLOCK.test(key) ? 0 : value,
  );
  // The CLI makes names of folders of folders, too.
  const name = root.replaceAll(/[^a-zA-Z0-9]/g, "-");
  return text.replaceAll(root, "ROOT").replaceAll(name, "-ROOT").replaceAll(UUID, "UUID").replaceAll(TIME, "TIME");
}

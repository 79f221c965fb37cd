// Replaces recorded ids of the host's lines with those of the live host, as they differ from run to run.

import { parseObject } from "@unspool/protocol/kit";
import { readHostLine } from "./host-line.ts";
import { isSamePrompt, toPromptText } from "./prompt-text.ts";

export interface LiveIds {
  /** Maps the id of a prompt. `recorded` is undefined if the recording does not have it. */
  prompt(recorded: string | undefined, live: string | undefined, text: string): void;
  /** Returns the line for the live host. */
  rewrite(text: string): string;
}

const QUOTED_UUID = /"([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"/g;

export function createLiveIds(): LiveIds {
  const liveIds = new Map<string, string>();
  /** Live prompts with an id where the recording has none: there the CLI chose one, which its echo shows. */
  const unnamed: { readonly text: string; readonly live: string }[] = [];

  function learn(line: string): void {
    const echo = unnamed.length > 0 && line.includes('"isReplay":true') ? parseObject(line) : undefined;
    const uuid = echo?.["uuid"];
    if (typeof uuid !== "string" || liveIds.has(uuid)) return;
    const said = readHostLine(line);
    const text = said.type === "prompt" ? toPromptText(said.content) : "";
    const place = unnamed.findIndex((prompt) => isSamePrompt(text, prompt.text));
    const [found] = place === -1 ? [] : unnamed.splice(place, 1);
    if (found !== undefined) liveIds.set(uuid, found.live);
  }

  return {
    prompt(recorded, live, text) {
      if (live === undefined) return;
      if (recorded === undefined) unnamed.push({ text, live });
      else liveIds.set(recorded, live);
    },
    rewrite(text) {
      learn(text);
      if (liveIds.size === 0) return text;
      return text.replace(QUOTED_UUID, (quoted, uuid: string) => {
        const live = liveIds.get(uuid);
        return live === undefined ? quoted : `"${live}"`;
      });
    },
  };
}

/** Returns the answer with the id of the live request. */
export function replaceRequestId(text: string, requestId: string): string {
  const line = parseObject(text);
  if (line === undefined) return text;
  const response = line["response"];
  return JSON.stringify({ ...line, response: { ...(response as object), request_id: requestId } });
}

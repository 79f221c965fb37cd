// The queue of prompts and of notices about ended background tasks.

import type { Json } from "../../json.ts";
import type { TurnScript } from "../../scenario/play/script.ts";

export type Priority = "now" | "next" | "later";

/** A user message. */
export interface Prompt {
  readonly kind: "prompt";
  readonly content: Json;
  readonly text: string;
  readonly uuid: string | undefined;
  readonly priority: Priority;
  /** False: the prompt is only kept for the next turn. */
  readonly asksModel: boolean;
  /** Whether it arrived while the session was idle: its turn begins without the prompts that follow. */
  readonly isFirst?: boolean;
  /** Whether a text that starts with a slash is a command. */
  readonly canCommand: boolean;
}

/** The end of a background task, which the model has yet to read. */
export interface Notice {
  readonly kind: "notice";
  readonly runId: string;
  readonly script: TurnScript;
}

export interface PromptQueue {
  readonly size: number;
  /** Whether the end of a background task waits for the model. */
  readonly hasNotice: boolean;
  push(entry: Prompt | Notice): void;
  /** Takes the entries of the next turn: one notice, or prompts that may be answered together. */
  take(mergesPrompts: boolean): readonly (Prompt | Notice)[];
  /** Takes the prompts that may be read in the middle of a turn. */
  takeForTurn(): readonly Prompt[];
  /** Removes a prompt by its uuid. */
  cancel(uuid: string): Prompt | undefined;
  cancelAll(): readonly Prompt[];
  /** Uuids of the prompts that wait. */
  readonly uuids: readonly string[];
}

const RANK: Readonly<Record<Priority, number>> = { now: 0, next: 1, later: 2 };

export function createPromptQueue(): PromptQueue {
  let entries: (Prompt | Notice)[] = [];
  const prompts = (): readonly Prompt[] => entries.filter((entry) => entry.kind === "prompt");
  const remove = (taken: readonly (Prompt | Notice)[]): void => {
    entries = entries.filter((entry) => !taken.includes(entry));
  };
  return {
    get size() {
      return entries.length;
    },
    get hasNotice() {
      return entries.some((entry) => entry.kind === "notice");
    },
    push(entry) {
      entries.push(entry);
    },
    take(mergesPrompts) {
      const first = entries.toSorted((one, other) => toRank(one) - toRank(other))[0];
      if (first === undefined) return [];
      const isAlone = first.kind === "notice" || first.isFirst === true || !mergesPrompts || !isPlain(first);
      const taken = isAlone
        ? [first]
        : prompts().filter((prompt) => prompt.priority === first.priority && isPlain(prompt));
      remove(taken);
      return taken;
    },
    takeForTurn() {
      const taken = prompts().filter((prompt) => prompt.priority !== "later" && isPlain(prompt));
      remove(taken);
      return taken;
    },
    cancel(uuid) {
      const found = prompts().find((prompt) => prompt.uuid === uuid);
      if (found !== undefined) remove([found]);
      return found;
    },
    cancelAll() {
      const taken = prompts();
      remove(taken);
      return taken;
    },
    get uuids() {
      return prompts().flatMap((prompt) => prompt.uuid ?? []);
    },
  };
}

/** Whether a prompt is neither a command nor a message that asks for no reply. */
function isPlain(prompt: Prompt): boolean {
  return prompt.asksModel && !(prompt.canCommand && prompt.text.startsWith("/"));
}

function toRank(entry: Prompt | Notice): number {
  return entry.kind === "notice" ? RANK.later : RANK[entry.priority];
}

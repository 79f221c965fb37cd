// Plays the steps of a replay: it returns the next action, and takes the lines of the host. It has no timers.

import { asObject } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import type { TransportExit } from "../transport/types.ts";
import type { JsonObject } from "@unspool/protocol";
import { toIdText, readHostLine } from "./host-line.ts";
import { replaceRequestId, createLiveIds } from "./live-ids.ts";
import { isSamePrompt, toPromptText, shortenPrompt } from "./prompt-text.ts";
import type { Step } from "./script.ts";

/** The host sent something else than the recording has, or more. */
export interface ReplayMismatch {
  readonly kind: "prompt" | "extra-prompt" | "answer";
  /** Undefined if the recording has no more prompts. */
  readonly recorded: string | undefined;
  readonly live: string;
}

export type Played =
  | { readonly type: "out"; readonly text: string }
  | { readonly type: "err"; readonly text: string }
  | { readonly type: "exit"; readonly exit: TransportExit }
  /** Wait until the time. */
  | { readonly type: "later"; readonly afterMs: number }
  /** Wait for the host. */
  | { readonly type: "blocked" };

export interface Player {
  next(): Played;
  /** Takes a line of the host. */
  say(line: string): void;
  endInput(): void;
}

export interface PlayerOptions {
  /** The speed, as a multiple of the recorded one. */
  readonly speed: number;
  readonly now: () => number;
  readonly onMismatch?: ((mismatch: ReplayMismatch) => void) | undefined;
}

export function createPlayer(script: readonly Step[], { speed, now, onMismatch }: PlayerOptions): Player {
  const ids = createLiveIds();
  const prompts: { readonly text: string; readonly uuid: string | undefined }[] = [];
  const requests: { readonly requestId: string; readonly subtype: string }[] = [];
  const answers = new Map<string, JsonObject>();
  /** Live ids of requests by recorded ones. Null if the host did not send the request, or already got the answer. */
  const liveRequest = new Map<string, string | null>();
  const ready: string[] = [];
  const isPlain = script[0]?.type === "await-anything";
  let position = 0;
  let hasSpoken = false;
  let hasInputEnded = false;
  /** Whether a prompt was taken and its result is still to come. */
  let isAnswering = false;
  let failure: TransportExit | undefined;
  let recordedMs = 0;
  let liveMs: number | undefined;

  /** Returns whether the replay continues. */
  function report(mismatch: ReplayMismatch): boolean {
    if (onMismatch !== undefined) {
      onMismatch(mismatch);
      return true;
    }
    failure = { code: null, signal: null, error: createMismatchError(mismatch) };
    return false;
  }

  /** Answers requests that no step waits for: from later in the recording, or with a synthetic answer. */
  function answerStrays(): void {
    for (const { requestId, subtype } of requests.splice(0)) {
      const recorded = script.findIndex(
        (step, index) =>
          index > position &&
          step.type === "await-request" &&
          step.subtype === subtype &&
          !liveRequest.has(step.requestId),
      );
      const request = script[recorded];
      const id = request?.type === "await-request" ? request.requestId : undefined;
      const answer =
        id === undefined ? undefined : script.find((step) => step.type === "host-answer" && step.requestId === id);
      if (id !== undefined) liveRequest.set(id, null);
      ready.push(
        answer?.type === "host-answer"
          ? replaceRequestId(answer.text, requestId)
          : createSyntheticAnswer(subtype, requestId),
      );
    }
  }

  /** Whether the recording has an answer to such a request ahead. Plain stdout does not show which request an answer is for. */
  function isKnown(subtype: string): boolean {
    return script.some((step, index) => {
      if (index < position) return false;
      if (step.type === "await-request") return step.subtype === subtype && !liveRequest.has(step.requestId);
      return step.type === "host-answer" && isPlain;
    });
  }

  /** Tries a step that waits for the host. Returns whether it is done. */
  function isDone(step: Step): boolean {
    if (step.type === "await-prompt") {
      const prompt = prompts.shift();
      if (prompt === undefined) return false;
      isAnswering = true;
      ids.prompt(step.uuid, prompt.uuid, prompt.text);
      const isSame = step.prompt === undefined || isSamePrompt(step.prompt, prompt.text);
      return isSame || report({ kind: "prompt", recorded: step.prompt, live: prompt.text });
    }
    if (step.type === "await-request") {
      if (liveRequest.has(step.requestId)) return true;
      const place = requests.findIndex(({ subtype }) => subtype === step.subtype);
      const [live] = place === -1 ? [] : requests.splice(place, 1);
      // A host that has continued without the request will not send it any more.
      if (live === undefined && prompts.length === 0 && !hasInputEnded) return false;
      liveRequest.set(step.requestId, live?.requestId ?? null);
      return true;
    }
    if (step.type === "await-answer") {
      const live = answers.get(step.requestId);
      if (live === undefined) return false;
      const [recorded, said] = [readBehaviour(step.response), readBehaviour(live)];
      return recorded === undefined || recorded === said || report({ kind: "answer", recorded, live: said ?? "" });
    }
    if (step.type === "await-anything") return hasSpoken || hasInputEnded;
    return step.type !== "await-input-end" || hasInputEnded;
  }

  /** Returns the CLI's answer for the live request, or `undefined` if there is none. */
  function findHostAnswer(text: string, recorded: string): string | undefined {
    const live = liveRequest.get(recorded);
    if (live !== undefined) return live === null ? undefined : replaceRequestId(text, live);
    // Plain stdout does not show the request: it is the first one, except for `initialize`, whose answer is recognised.
    const isInitialize = /"(?:commands|models)":\[/.test(text);
    const place = requests.findIndex(({ subtype }) => (subtype === "initialize") === isInitialize);
    const [request] = place === -1 ? [] : requests.splice(place, 1);
    return request === undefined ? text : replaceRequestId(text, request.requestId);
  }

  function endScript(): Played {
    const extra = prompts.shift();
    if (extra !== undefined && !report({ kind: "extra-prompt", recorded: undefined, live: extra.text })) {
      return { type: "exit", exit: failure ?? CLEAN };
    }
    if (isAnswering && !hasInputEnded) failure ??= { code: null, signal: null, error: createCutError() };
    if (failure !== undefined) return { type: "exit", exit: failure };
    return hasInputEnded ? { type: "exit", exit: CLEAN } : reportBlocked();
  }

  function reportBlocked(): Played {
    answerStrays();
    const made = ready.shift();
    return made === undefined ? { type: "blocked" } : { type: "out", text: `${made}\n` };
  }

  /** Returns how long to wait, by the time between this step and the one before it. */
  function computeWaitMs({ timeMs }: Step): number {
    if (timeMs === undefined || speed === Number.POSITIVE_INFINITY) return 0;
    liveMs ??= now();
    return Math.max(0, liveMs + (timeMs - recordedMs) / speed - now());
  }

  function finishStep({ timeMs }: Step, isOfHost: boolean): void {
    position++;
    if (timeMs === undefined) return;
    // The CLI's lines keep their distance from the host's, which take their own time, without drift.
    liveMs = isOfHost || liveMs === undefined ? now() : liveMs + (timeMs - recordedMs) / speed;
    recordedMs = timeMs;
  }

  return {
    next() {
      for (;;) {
        if (failure !== undefined) return { type: "exit", exit: failure };
        const made = ready.shift();
        if (made !== undefined) return { type: "out", text: `${made}\n` };
        const step = script[position];
        if (step === undefined) return endScript();
        if (step.type.startsWith("await-")) {
          const isOver = step.type === "await-input-end" && prompts.length > 0;
          if (isOver) return endScript();
          if (isDone(step)) finishStep(step, true);
          else if (failure === undefined)
            return hasInputEnded ? { type: "exit", exit: findExit(script) } : reportBlocked();
          continue;
        }
        const afterMs = computeWaitMs(step);
        if (afterMs > 0) return { type: "later", afterMs };
        finishStep(step, false);
        if (step.type === "exit") return { type: "exit", exit: step.exit };
        if (step.type === "err") return { type: "err", text: `${step.text}\n` };
        if (step.type === "out" && RESULT.test(step.text)) isAnswering = false;
        const text = step.type === "host-answer" ? findHostAnswer(step.text, step.requestId) : getText(step);
        if (text !== undefined) return { type: "out", text: `${ids.rewrite(text)}${isCut(step) ? "" : "\n"}` };
      }
    },
    say(line) {
      const said = readHostLine(line);
      if (said.type === "prompt") prompts.push({ text: toPromptText(said.content), uuid: said.uuid });
      else if (said.type === "answer") answers.set(said.requestId, said.response);
      else if (said.type === "request" && isKnown(said.subtype)) requests.push(said);
      else if (said.type === "request") ready.push(createSyntheticAnswer(said.subtype, said.requestId));
      hasSpoken = true;
    },
    endInput() {
      hasInputEnded = true;
    },
  };
}

/** The key may be anywhere: 2.1.325 writes it near the end. */
const RESULT = /"type":"result"/;

function createCutError(): ClaudeError {
  return new ClaudeError(
    "replay-mismatch",
    "The recording ends in the middle of a turn: its recorder was stopped, or the file was cut. Record it again to the end.",
  );
}

const CLEAN: TransportExit = { code: 0, signal: null };

function findExit(script: readonly Step[]): TransportExit {
  const exit = script.findLast((step) => step.type === "exit");
  return exit?.type === "exit" ? exit.exit : CLEAN;
}

function getText(step: Step): string | undefined {
  return step.type === "out" ? step.text : undefined;
}

function isCut(step: Step): boolean {
  return step.type === "out" && step.isCut === true;
}

/** Returns what decides how the CLI continues: allowed or denied, answered or refused. */
function readBehaviour(response: JsonObject | undefined): string | undefined {
  if (response === undefined) return undefined;
  const behaviour = asObject(response["response"])?.["behavior"];
  return `${toIdText(response["subtype"])}${typeof behaviour === "string" ? ` ${behaviour}` : ""}`;
}

function createMismatchError({ kind, recorded, live }: ReplayMismatch): ClaudeError {
  const told = {
    prompt: `The prompt differs from the recorded one: recorded ${shortenPrompt(recorded ?? "")}, now ${shortenPrompt(live)}.`,
    "extra-prompt": `The recording has no more prompts, but the host sent ${shortenPrompt(live)}.`,
    answer: `A request of the CLI was answered in another way: recorded ${recorded}, now ${live}.`,
  }[kind];
  const advice = "Say what was recorded, record again, or pass onMismatch to go on all the same.";
  return new ClaudeError("replay-mismatch", `${told} ${advice}`, { kind, recorded, live, advice });
}

/** Answers a request that the recording does not have: with what the host needs to continue, or with a refusal. */
function createSyntheticAnswer(subtype: string, requestId: string): string {
  const content = SYNTHETIC_ANSWERS[subtype];
  const response =
    content === undefined
      ? { subtype: "error", request_id: requestId, error: `The recording has no answer to ${subtype}.` }
      : { subtype: "success", request_id: requestId, response: content };
  return JSON.stringify({ type: "control_response", response });
}

const SYNTHETIC_ANSWERS: Readonly<Record<string, object>> = {
  initialize: { commands: [], models: [], agents: [], output_style: "default", available_output_styles: ["default"] },
  interrupt: { still_queued: [] },
};

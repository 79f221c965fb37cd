// The prompt of text input: the argument, followed by stdin.

import type { CliArguments } from "./arguments/arguments.ts";
import { Refusal } from "./arguments/refusal.ts";

export interface PromptText {
  push(bytes: Uint8Array): void;
  end(): void;
}

export interface PromptSink {
  writeStderr(text: string): void;
  /** Called with all of stdin. */
  onInput(text: string): void;
  /** Called once, unless the prompt is refused. */
  onPrompt(text: string): void;
  onRefusal(refusal: Refusal): void;
}

const NO_PROMPT = "Error: Input must be provided either through stdin or as a prompt argument when using --print\n";
const ONLY_BLANKS =
  "Error: Input contained only whitespace. Provide a prompt with text through stdin or as a prompt argument when using --print\n";
const NO_STDIN =
  "Warning: no stdin data received in 3s, proceeding without it. If piping from a slow command, redirect stdin explicitly: < /dev/null to skip, or wait longer.\n";

const NO_DEFERRED =
  "Error: No deferred tool marker found in the resumed session. Either the session was not deferred, the marker is stale (tool already ran), or it exceeds the tail-scan window. Provide a prompt to continue the conversation.\n";

export function createPromptText(given: CliArguments, sink: PromptSink): PromptText {
  const { prompt, quirks } = given;
  const pieces: Uint8Array[] = [];
  let isDone = false;
  // In real time at any speed, since it waits for another process. Older versions wait forever.
  const timer =
    quirks.stdinWaitMs === undefined
      ? undefined
      : setTimeout(() => {
          sink.writeStderr(NO_STDIN);
          end();
        }, quirks.stdinWaitMs);

  function end(): void {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    const input = Buffer.concat(pieces).toString("utf8");
    sink.onInput(input);
    const text = [prompt, input].filter((part) => part !== "").join("\n");
    const refusal = findRefusal(text, given);
    if (refusal === undefined) sink.onPrompt(text);
    else sink.onRefusal(refusal);
  }

  return {
    push(bytes) {
      clearTimeout(timer);
      if (!isDone) pieces.push(bytes);
    },
    end,
  };
}

function findRefusal(text: string, { quirks, resume }: CliArguments): Refusal | undefined {
  const isById = typeof resume === "object";
  if (text === "" && !isById) return new Refusal(NO_PROMPT);
  if (text === "" && quirks.resumesDeferred) return new Refusal(NO_DEFERRED);
  if (text.trim() !== "") return undefined;
  switch (quirks.blankPrompt) {
    case "refused":
      return new Refusal(ONLY_BLANKS);
    case "no-messages":
      return new Refusal("Error: No messages returned from query\n");
    case "ends":
      return new Refusal("", 0);
  }
}

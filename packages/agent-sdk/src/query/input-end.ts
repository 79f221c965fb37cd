// Decides when the input can end: no more prompts, the last one has its result, and the session is idle (no turn, no request, no
// background task). The SDK ends the input at the first result, or when the CLI reports that it is idle.

export interface InputEndOptions {
  /** Resolves when the session is idle. Rejects when it has ended. */
  readonly idle: () => Promise<void>;
  /** Resolves after `ms` without keeping the process alive. */
  readonly pause: (ms: number) => Promise<void>;
  readonly endInput: () => void;
}

export interface InputEnd {
  /** A stream of prompts or a request needs the input until `onStreamEnd`. */
  onStreamStart(): void;
  onStreamEnd(): void;
  /** @param isAnswered whether the prompt will have a result */
  onPrompt(isAnswered: boolean): void;
  onResult(): void;
  /** The CLI reports its state, so it will report when it is idle. */
  onSessionState(): void;
}

/** CLIs without state reports may answer several prompts with one result. After this time without another result, they have. */
const NO_MORE_RESULTS_MS = 1000;

export function createInputEnd({ idle, pause, endInput }: InputEndOptions): InputEnd {
  let streams = 0;
  let unanswered = 0;
  let hasResult = true;
  let reportsState = false;
  let changes = 0;
  let onChange: (() => void) | undefined;
  let isChecking = false;

  const mayEnd = (): boolean => streams === 0 && hasResult;
  const change = (): void => {
    changes += 1;
    onChange?.();
  };
  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      onChange = resolve;
    });
  /** Checks again after every change. */
  const check = async (): Promise<void> => {
    change();
    if (isChecking) return;
    isChecking = true;
    try {
      while (mayEnd()) {
        const before = changes;
        await idle();
        if (changes === before && unanswered > 0 && !reportsState) {
          await Promise.race([pause(NO_MORE_RESULTS_MS), nextChange()]);
        }
        if (changes === before && mayEnd()) {
          endInput();
          return;
        }
      }
    } catch {
      // The session has ended, and so has its input.
    } finally {
      isChecking = false;
    }
  };

  return {
    onStreamStart() {
      streams += 1;
    },
    onStreamEnd() {
      streams -= 1;
      void check();
    },
    onPrompt(isAnswered) {
      change();
      if (!isAnswered) return;
      unanswered += 1;
      hasResult = false;
    },
    onResult() {
      unanswered = Math.max(0, unanswered - 1);
      hasResult = true;
      void check();
    },
    onSessionState() {
      reportsState = true;
      change();
    },
  };
}

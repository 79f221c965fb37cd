// When is a run over, so that the input can end? When no prompt is to come, the last one has its result, and the session is
// idle: no turn, no request, no background task. The SDK ends the input at the first result, or at the CLI's own word.

export interface RunEndOptions {
  /** Resolves when nothing runs any more. Rejects when the session has ended. */
  readonly idle: () => Promise<void>;
  /** Resolves after so long, and does not keep the process alive. */
  readonly pause: (ms: number) => Promise<void>;
  readonly endInput: () => void;
}

export interface RunEnd {
  /** A stream of prompts, or a request, needs the input until `streamEnded`. */
  streamBegan(): void;
  streamEnded(): void;
  /** @param isAnswered whether a result will come of it */
  promptWritten(isAnswered: boolean): void;
  resultCame(): void;
  /** The CLI itself tells when it is idle. */
  stateCame(): void;
}

/** CLIs that do not tell may answer several prompts with one result. After so long without another, they have. */
const NO_MORE_MS = 1000;

export function createRunEnd({ idle, pause, endInput }: RunEndOptions): RunEnd {
  let streams = 0;
  let unanswered = 0;
  let hasResult = true;
  let tellsState = false;
  let changes = 0;
  let tellChange: (() => void) | undefined;
  let isLooking = false;

  const mayEnd = (): boolean => streams === 0 && hasResult;
  const change = (): void => {
    changes += 1;
    tellChange?.();
  };
  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      tellChange = resolve;
    });
  /** Every change looks again, so that none is missed. */
  const look = async (): Promise<void> => {
    change();
    if (isLooking) return;
    isLooking = true;
    try {
      while (mayEnd()) {
        const before = changes;
        await idle();
        if (changes === before && unanswered > 0 && !tellsState) {
          await Promise.race([pause(NO_MORE_MS), nextChange()]);
        }
        if (changes === before && mayEnd()) {
          endInput();
          return;
        }
      }
    } catch {
      // The session has ended, and with it the input.
    } finally {
      isLooking = false;
    }
  };

  return {
    streamBegan() {
      streams += 1;
    },
    streamEnded() {
      streams -= 1;
      void look();
    },
    promptWritten(isAnswered) {
      change();
      if (!isAnswered) return;
      unanswered += 1;
      hasResult = false;
    },
    resultCame() {
      unanswered = Math.max(0, unanswered - 1);
      hasResult = true;
      void look();
    },
    stateCame() {
      tellsState = true;
      change();
    },
  };
}

// A fake claude whose answers are a recording: lines on stdin, stream-json on stdout, the recorded stderr and exit code.

import { replayTransport, type Transport } from "@unspool/client";
import { EXIT, type Io } from "../cli/io.ts";
import { failureWords } from "../run/failure-words.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { openRecording } from "./open-recording.ts";

const NOTHING_CAME = "Nothing came on stdin: the recorded prompts are waited for there, one stream-json line each.";

/** @throws {UsageError} if there is no such file @throws {ClaudeError} `replay-mismatch` if it is no recording */
export async function replayAsClaude(file: string, io: Io, speed: number): Promise<number> {
  const flow = { hasInput: false, hasOutput: false };
  const start = replayTransport(await openRecording(file, io), { timing: speed === 0 ? "none" : speed });
  return new Promise((resolve) => {
    const transport: Transport = start(
      { command: "claude", args: [], cwd: io.cwd, env: {} },
      {
        onData(chunk) {
          flow.hasOutput = true;
          if (io.stdout.write(chunk)) return;
          transport.pause();
          io.stdout.once("drain", () => transport.resume());
        },
        onStderr: (chunk) => void io.stderr.write(chunk),
        onExit({ code, signal, error }) {
          if (error !== undefined) io.stderr.write(`unspool: ${sanitize(failureWords(error))}\n`);
          else if (!flow.hasInput && !flow.hasOutput && !io.signal.aborted)
            io.stderr.write(`unspool: ${NOTHING_CAME}\n`);
          io.stdin.destroy();
          resolve(error === undefined ? (code ?? (signal === null ? EXIT.ok : EXIT.failed)) : EXIT.usage);
        },
      },
    );
    io.signal.addEventListener("abort", () => void transport.kill("SIGINT"), { once: true });
    void feed(io, transport, () => (flow.hasInput = true));
  });
}

/** Whole lines, as the CLI reads them; what is left without a line end counts as one. */
async function feed({ stdin }: Io, transport: Transport, onInput: () => void): Promise<void> {
  let rest = "";
  stdin.setEncoding("utf8");
  try {
    for await (const piece of stdin as AsyncIterable<string>) {
      onInput();
      const text = rest + piece;
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      if (end > 0) transport.write(text.slice(0, end));
    }
  } catch {
    // The replay is over, and its input with it.
  }
  if (rest !== "") transport.write(`${rest}\n`);
  transport.endInput();
}

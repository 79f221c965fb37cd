// A fake claude whose answers are a recording: lines on stdin, stream-json on stdout, the recorded stderr and exit code.

import { readRecording, replayTransport, type Transport } from "@unspool/client";
import { EXIT, type Io } from "../cli/io.ts";
import { readFile } from "../run/read-prompt.ts";
import { sanitize } from "../terminal/sanitize.ts";

/** @throws {UsageError} if there is no such file @throws {ClaudeError} `replay-mismatch` if it is no recording */
export async function replayAsClaude(file: string, io: Io, speed: number): Promise<number> {
  const start = replayTransport(readRecording(await readFile(file, io)), { timing: speed === 0 ? "none" : speed });
  return new Promise((resolve) => {
    const transport: Transport = start(
      { command: "claude", args: [], cwd: io.cwd, env: {} },
      {
        onData(chunk) {
          if (io.stdout.write(chunk)) return;
          transport.pause();
          io.stdout.once("drain", () => transport.resume());
        },
        onStderr: (chunk) => void io.stderr.write(chunk),
        onExit({ code, signal, error }) {
          if (error !== undefined) io.stderr.write(`unspool: ${sanitize(error.message)}\n`);
          io.stdin.destroy();
          resolve(error === undefined ? (code ?? (signal === null ? EXIT.ok : EXIT.failed)) : EXIT.usage);
        },
      },
    );
    io.signal.addEventListener("abort", () => void transport.kill("SIGINT"), { once: true });
    void feed(io, transport);
  });
}

/** Whole lines, as the CLI reads them; what is left without a line end counts as one. */
async function feed({ stdin }: Io, transport: Transport): Promise<void> {
  let rest = "";
  stdin.setEncoding("utf8");
  try {
    for await (const piece of stdin as AsyncIterable<string>) {
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

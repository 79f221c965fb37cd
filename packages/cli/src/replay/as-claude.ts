// Plays a recording as a fake claude: prompts on stdin, stream-json on stdout, the recorded stderr and exit code.

import { replayTransport, type Transport } from "@unspool/client";
import { readLines } from "@unspool/protocol/lines";
import { EXIT, type Io } from "../cli/io.ts";
import { describeError } from "../output/describe-error.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { openRecording } from "./open-recording.ts";

const NO_INPUT = "stdin ended without input: send the recorded prompts, one line of stream-json each.";

/** @throws {UsageError} if the file cannot be read @throws {ClaudeError} `replay-mismatch` if it is not a recording */
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
          if (error !== undefined) io.stderr.write(`unspool: ${sanitize(describeError(error))}\n`);
          else if (!flow.hasInput && !flow.hasOutput && !io.signal.aborted) io.stderr.write(`unspool: ${NO_INPUT}\n`);
          io.stdin.destroy();
          resolve(error === undefined ? (code ?? (signal === null ? EXIT.ok : EXIT.failed)) : EXIT.usage);
        },
      },
    );
    io.signal.addEventListener("abort", () => void transport.kill("SIGINT"), { once: true });
    void feed(io, transport, () => (flow.hasInput = true));
  });
}

async function feed({ stdin }: Io, transport: Transport, onInput: () => void): Promise<void> {
  try {
    for await (const { text } of readLines(stdin as AsyncIterable<Uint8Array | string>)) {
      onInput();
      transport.write(`${text}\n`);
    }
  } catch {
    // The replay has ended and closed stdin.
  }
  transport.endInput();
}

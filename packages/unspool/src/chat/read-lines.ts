// Lines of an input, without their ends. Only LF ends a line; a CR before it belongs to the end.

import type { Readable } from "node:stream";

export async function* readLines(input: Readable, signal: AbortSignal): AsyncIterable<string> {
  const stop = (): void => void input.destroy();
  signal.addEventListener("abort", stop, { once: true });
  let rest = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of input as AsyncIterable<Uint8Array | string>) {
      const text = rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
      const lines = text.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.replace(/\r$/, "");
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (rest !== "") yield rest;
}

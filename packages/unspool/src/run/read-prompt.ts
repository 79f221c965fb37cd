// What is asked: words of the command line, a file, stdin, images; together one prompt.

import { extname } from "node:path";
import type { Prompt } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";
import { openSource } from "../source/open-source.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

export interface PromptSources {
  readonly words: readonly string[];
  /** `-` for stdin. */
  readonly file: string | undefined;
  readonly images: readonly string[];
}

/** @throws {UsageError} if there is nothing to ask, or a file cannot be read */
export async function readPrompt(
  { words, file, images }: PromptSources,
  io: Io,
): Promise<{ readonly prompt: Prompt; /** As the CLI repeats it. */ readonly text: string }> {
  const parts = [words.join(" ")];
  if (file !== undefined && file !== "-") parts.push((await readFile(file, io)).toString("utf8"));
  // Without other words it is the prompt; with them it is read only if asked for: it may be a pipe that never ends.
  const readsStdin = file === "-" || (file === undefined && isEmpty(parts));
  if (readsStdin && io.stdin.isTTY !== true) parts.push((await readFile("-", io)).toString("utf8"));
  const asked = parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
  if (asked === "") {
    throw new UsageError(
      'There is no prompt. Give one: unspool run "Explain this folder", --file prompt.md, or on stdin.',
    );
  }
  if (images.length === 0) return { prompt: asked, text: asked };
  const blocks: object[] = [];
  for (const image of images) {
    const source = {
      type: "base64",
      media_type: mediaType(image),
      data: (await readFile(image, io)).toString("base64"),
    };
    blocks.push({ type: "image", source });
  }
  const text = [...images.map(() => "[image]"), asked].join("\n");
  return { prompt: [...blocks, { type: "text", text: asked }] as Prompt, text };
}

/** Not at once: a pipe may take its time, and Ctrl-C is heard. @throws {UsageError} */
export async function readFile(path: string, io: Io): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openSource(path, io, { isRaw: true })) chunks.push(chunk);
  io.signal.throwIfAborted();
  return Buffer.concat(chunks);
}

function isEmpty(parts: readonly string[]): boolean {
  return parts.every((part) => part.trim() === "");
}

function mediaType(path: string): string {
  const type = MEDIA_TYPES[extname(path).toLowerCase()];
  if (type !== undefined) return type;
  throw new UsageError(`--image takes PNG, JPEG, GIF and WebP, and not ${path}.`);
}

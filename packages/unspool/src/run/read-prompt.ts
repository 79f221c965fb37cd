// What is asked: words of the command line, a file, stdin, images; together one prompt.

import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Prompt } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";

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
export async function readPrompt({ words, file, images }: PromptSources, io: Io): Promise<{ readonly prompt: Prompt; readonly text: string }> {
  const parts = [words.join(" ")];
  if (file !== undefined && file !== "-") parts.push(readFile(file, io).toString("utf8"));
  // Without other words it is the prompt; with them it is read only if asked for: it may be a pipe that never ends.
  const readsStdin = file === "-" || (file === undefined && isEmpty(parts));
  if (readsStdin && io.stdin.isTTY !== true) parts.push(await text(io.stdin));
  const asked = parts.map((part) => part.trim()).filter((part) => part !== "").join("\n\n");
  if (asked === "") {
    throw new UsageError('There is no prompt. Give one: unspool run "Explain this folder", --file prompt.md, or on stdin.');
  }
  if (images.length === 0) return { prompt: asked, text: asked };
  const blocks = images.map((image) => ({
    type: "image" as const,
    source: { type: "base64" as const, media_type: mediaType(image), data: readFile(image, io).toString("base64") },
  }));
  return { prompt: [...blocks, { type: "text", text: asked }] as Prompt, text: asked };
}

/** @throws {UsageError} */
export function readFile(path: string, io: Io): Buffer {
  try {
    return readFileSync(resolve(io.cwd, path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
    throw new UsageError(problem, undefined, { cause: error });
  }
}

function isEmpty(parts: readonly string[]): boolean {
  return parts.every((part) => part.trim() === "");
}

function mediaType(path: string): string {
  const type = MEDIA_TYPES[extname(path).toLowerCase()];
  if (type !== undefined) return type;
  throw new UsageError(`--image takes PNG, JPEG, GIF and WebP, and not ${path}.`);
}

// What is asked: words of the command line, a file, stdin, images; together one prompt.

import { extname } from "node:path";
import { withMaterial, type Clock, type Prompt } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";
import { openSource } from "../source/open-source.ts";
import { counted } from "../view/figures.ts";
import { isPiped, readPiped, readText } from "./read-stdin.ts";

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
  /** Stdin is left alone. */
  readonly hasNoStdin: boolean;
  readonly clock: Clock;
}

export interface ReadPrompt {
  readonly prompt: Prompt;
  /** As the CLI repeats it. */
  readonly text: string;
  /** As a person wants to see it: what was piped is told in a few words. */
  readonly shown: string;
}

/** @throws {UsageError} if there is nothing to ask, or a file cannot be read */
export async function readPrompt(sources: PromptSources, io: Io): Promise<ReadPrompt> {
  const { words, file, images, hasNoStdin, clock } = sources;
  const parts = [words.join(" ")];
  if (file !== undefined && (file !== "-" || io.stdin.isTTY !== true))
    parts.push(await readText(openSource(file, io, { isPlain: true }), file === "-" ? "What came on stdin" : file, io));
  const hasWords = parts.some((part) => part.trim() !== "");
  const readsStdin = file !== "-" && !hasNoStdin && (hasWords ? isPiped(io) : io.stdin.isTTY !== true);
  const piped = readsStdin ? await readPiped(io, clock) : undefined;
  // Without other words a text is the prompt. The answer of a model is not: its words are no instruction.
  if (!hasWords && piped?.type === "answer") {
    throw new UsageError('A stream came on stdin, and no prompt: say what to do with it, as unspool run "Summarise".');
  }
  if (!hasWords && piped !== undefined) parts.push(piped.text);
  const asked = parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
  if (asked === "") {
    throw new UsageError(
      'There is no prompt. Give one: unspool run "Explain this folder", --file prompt.md, or on stdin.',
    );
  }
  const prompt = images.length === 0 ? asked : [...(await pictures(images, io)), { type: "text", text: asked }];
  const whole =
    hasWords && piped !== undefined ? withMaterial(prompt as Prompt, TITLES[piped.type], piped.text) : prompt;
  const shown = [...images.map(() => "[image]"), asked];
  if (hasWords && piped !== undefined) shown.push(`[${NAMES[piped.type]}, ${counted(piped.text.length, "character")}]`);
  return { prompt: whole as Prompt, text: repeated(whole as Prompt), shown: shown.join("\n") };
}

const TITLES = {
  answer: "Below is the answer of another session of Claude.",
  text: "Below is what was piped into this prompt.",
} as const;
const NAMES = { answer: "the answer of the stream on stdin", text: "stdin" } as const;

function repeated(prompt: Prompt): string {
  if (typeof prompt === "string") return prompt;
  return prompt.map((block) => (block.type === "text" && "text" in block ? block.text : "[image]")).join("\n");
}

async function pictures(images: readonly string[], io: Io): Promise<object[]> {
  const blocks: object[] = [];
  for (const image of images) {
    const source = {
      type: "base64",
      media_type: mediaType(image),
      data: (await readFile(image, io)).toString("base64"),
    };
    blocks.push({ type: "image", source });
  }
  return blocks;
}

/** Not at once: a pipe may take its time, and Ctrl-C is heard. @throws {UsageError} */
export async function readFile(path: string, io: Io): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openSource(path, io, { isPlain: true })) chunks.push(chunk);
  io.signal.throwIfAborted();
  return Buffer.concat(chunks);
}

function mediaType(path: string): string {
  const type = MEDIA_TYPES[extname(path).toLowerCase()];
  if (type !== undefined) return type;
  throw new UsageError(`--image takes PNG, JPEG, GIF and WebP, and not ${path}.`);
}

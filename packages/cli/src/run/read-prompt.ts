// Builds the prompt from arguments, a file, stdin and images.

import { extname } from "node:path";
import { quoteAsContext, type Clock, type Prompt } from "@unspool/client";
import { UsageError, type Io } from "../cli/io.ts";
import { openSource } from "../source/open-source.ts";
import { formatQuantity } from "../output/format-numbers.ts";
import { isPiped, readPiped, readText } from "./read-stdin.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

export interface PromptSources {
  readonly texts: readonly string[];
  /** A path, or `-` for stdin. */
  readonly file: string | undefined;
  readonly images: readonly string[];
  /** Whether stdin must not be read. */
  readonly hasNoStdin: boolean;
  readonly clock: Clock;
}

export interface ReadPrompt {
  readonly prompt: Prompt;
  /** The prompt as the CLI echoes it. */
  readonly text: string;
  /** The prompt as people see it, with piped input only described. */
  readonly shown: string;
}

/** @throws {UsageError} if there is nothing to ask, or a file cannot be read */
export async function readPrompt(sources: PromptSources, io: Io): Promise<ReadPrompt> {
  const { texts, file, images, hasNoStdin, clock } = sources;
  const parts = [texts.join(" ")];
  if (file !== undefined && (file !== "-" || io.stdin.isTTY !== true))
    parts.push(await readText(openSource(file, io, { isPlain: true }), file === "-" ? "What came on stdin" : file, io));
  const hasWords = parts.some((part) => part.trim() !== "");
  const readsStdin = file !== "-" && !hasNoStdin && (hasWords ? isPiped(io) : io.stdin.isTTY !== true);
  const piped = readsStdin ? await readPiped(io, clock) : undefined;
  // Piped text without a prompt is the prompt. The answer of a model is not: it is no instruction.
  if (!hasWords && piped?.type === "answer") {
    throw new UsageError(
      'There is a stream on stdin but no prompt. Add one that says what to do with it: unspool run "Summarize".',
    );
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
  const prompt = images.length === 0 ? asked : [...(await readImages(images, io)), { type: "text", text: asked }];
  const whole =
    hasWords && piped !== undefined ? quoteAsContext(prompt as Prompt, TITLES[piped.type], piped.text) : prompt;
  const shown = [...images.map(() => "[image]"), asked];
  if (hasWords && piped !== undefined)
    shown.push(`[${NAMES[piped.type]}, ${formatQuantity(piped.text.length, "character")}]`);
  return { prompt: whole as Prompt, text: toEchoText(whole as Prompt), shown: shown.join("\n") };
}

const TITLES = {
  answer: "Below is the answer of another session of Claude.",
  text: "Below is what was piped into this prompt.",
} as const;
const NAMES = { answer: "the answer of the stream on stdin", text: "stdin" } as const;

function toEchoText(prompt: Prompt): string {
  if (typeof prompt === "string") return prompt;
  return prompt.map((block) => (block.type === "text" && "text" in block ? block.text : "[image]")).join("\n");
}

async function readImages(images: readonly string[], io: Io): Promise<object[]> {
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

/** Reads a file in chunks: it may be a slow pipe, and Ctrl-C must stop it. @throws {UsageError} */
export async function readFile(path: string, io: Io): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openSource(path, io, { isPlain: true })) chunks.push(chunk);
  io.signal.throwIfAborted();
  return Buffer.concat(chunks);
}

function mediaType(path: string): string {
  const type = MEDIA_TYPES[extname(path).toLowerCase()];
  if (type !== undefined) return type;
  throw new UsageError(`--image takes PNG, JPEG, GIF and WebP files, not ${path}.`);
}

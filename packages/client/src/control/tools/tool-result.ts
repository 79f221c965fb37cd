// Converts the return value of a tool's handler to MCP content. MCP's own shapes are kept, and other data becomes text for the
// model. A value that is almost a block is refused, as it would become a megabyte of JSON text. Nothing throws.

import type { Json, JsonObject } from "@unspool/protocol";
import { getErrorMessage, isRecord, toWellFormed } from "@unspool/protocol/kit";

/** The return value of a handler: text, a number, any JSON, a block or blocks of MCP, or nothing. */
export type ToolOutput =
  | string
  | number
  | boolean
  | null
  | undefined
  | void
  | ToolContent
  | readonly ToolContent[]
  | ToolContentResult
  | object;

/** A block of MCP. An image or audio may have raw bytes instead of base64. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string; readonly [field: string]: unknown }
  | {
      readonly type: "image" | "audio";
      /** Bytes, or base64. */
      readonly data: Uint8Array | string;
      /** `image/png`, `audio/wav` … */
      readonly mimeType: string;
      readonly [field: string]: unknown;
    }
  | { readonly type: "resource"; readonly resource: ToolResource; readonly [field: string]: unknown }
  | { readonly type: "resource_link"; readonly uri: string; readonly name: string; readonly [field: string]: unknown };

/** A resource: its text, or its bytes in base64. */
export type ToolResource =
  | { readonly uri: string; readonly text: string; readonly [field: string]: unknown }
  | { readonly uri: string; readonly blob: string; readonly [field: string]: unknown };

/** A complete result of MCP. */
export interface ToolContentResult {
  /** The blocks, in the order in which the model reads them. */
  readonly content: readonly ToolContent[];
  /** The result as data. Since 2.1.74 the model reads it instead of the text in `content`. */
  readonly structuredContent?: object | undefined;
  /** Whether the call failed, as the model sees it. @default false */
  readonly isError?: boolean | undefined;
  /** Metadata for the CLI, as MCP defines it. */
  readonly _meta?: object | undefined;
}

/** The `result` of a `tools/call`. */
export interface ToolResult {
  readonly content: readonly JsonObject[];
  readonly isError?: boolean;
  readonly structuredContent?: JsonObject;
}

/** The reason why a handler cannot return this type, for the compiler's message: it is almost a block of MCP. Otherwise `never`. */
export type NearMiss<Output> = Output extends string | number | boolean | null | undefined | ToolContent
  ? never
  : Output extends { readonly type: ToolContent["type"] }
    ? 'This is not a whole block of MCP: return { type: "image", data, mimeType }, { type: "text", text } …'
    : Output extends Uint8Array | { readonly image: Uint8Array | string }
      ? 'Return an image as { type: "image", data, mimeType }.'
      : Output extends readonly (infer Item)[] | { readonly content: readonly (infer Item)[] }
        ? NearMissOfItem<Item>
        : never;

/** Applied once, and not to nested lists, which are data. */
type NearMissOfItem<Item> = Item extends readonly unknown[] ? never : NearMiss<Item>;

export function createFailure(message: string): ToolResult {
  return { content: [toTextBlock(message)], isError: true };
}

export function toToolResult(output: unknown): ToolResult {
  if (output === undefined || output === "") return { content: [] };
  if (typeof output !== "object" || output === null) return asText(output);
  if (output instanceof Uint8Array || output instanceof ArrayBuffer) return createRefusal("bytes alone", SHAPES.image);
  if (isMeantAsBlock(output)) return encodeBlocks([output]);
  if (Array.isArray(output)) return output.some(isMeantAsBlock) ? encodeBlocks(output) : asText(output);
  return isMeantAsResult(output) ? encodeResult(output) : asText(output);
}

/** The expected shape of each type of block. */
const SHAPES = {
  text: '{ type: "text", text }',
  image: '{ type: "image", data, mimeType }, with bytes or base64 as data',
  audio: '{ type: "audio", data, mimeType }, with bytes or base64 as data',
  resource: '{ type: "resource", resource: { uri, text } }, or `blob` in base64 instead of `text`',
  resource_link: '{ type: "resource_link", uri, name }',
} satisfies Readonly<Record<ToolContent["type"], string>>;

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === "string";
const isData = ({ data, mimeType }: Fields): boolean =>
  isText(mimeType) && (data instanceof Uint8Array || (typeof data === "string" && !data.startsWith("data:")));

const IS_WHOLE: Readonly<Record<ToolContent["type"], (block: Fields) => boolean>> = {
  text: (block) => isText(block["text"]),
  image: isData,
  audio: isData,
  resource: ({ resource }) =>
    isRecord(resource) && isText(resource["uri"]) && isText(resource["text"] ?? resource["blob"]),
  resource_link: ({ uri, name }) => isText(uri) && isText(name),
};

function isMeantAsBlock(value: unknown): boolean {
  return isRecord(value) && (isBlockType(value["type"]) || isOtherImage(value));
}

/** Images in the format of the Vercel AI SDK, and in an earlier one of ours. */
function isOtherImage({ image, mimeType, mediaType }: Fields): boolean {
  return (isText(image) || image instanceof Uint8Array) && (isText(mimeType) || isText(mediaType));
}

/** Data may have a field `content`, too. It is a result only if it is a list of blocks, or has other fields of MCP beside it. */
function isMeantAsResult(output: object): output is Fields {
  const { content, isError, structuredContent } = output as Fields;
  if (Array.isArray(content) && content.some(isMeantAsBlock)) return true;
  if (structuredContent !== undefined) return true;
  return "content" in output && (typeof isError === "boolean" || (Array.isArray(content) && content.length === 0));
}

function encodeResult({ content, isError, structuredContent, _meta }: Fields): ToolResult {
  if (!Array.isArray(content)) return createRefusal("a result whose `content` is not a list", "{ content: [blocks] }");
  if (structuredContent !== undefined && !isRecord(structuredContent)) {
    return createRefusal(
      "a `structuredContent` that is not an object",
      "{ content: [blocks], structuredContent: { … } }",
    );
  }
  if (isError !== undefined && typeof isError !== "boolean") {
    return createRefusal("an `isError` that is not true or false", "{ content: [blocks], isError: true }");
  }
  return encodeBlocks(content, { isError, structuredContent, _meta });
}

function encodeBlocks(blocks: readonly unknown[], rest: Fields = {}): ToolResult {
  for (const block of blocks) {
    const problem = findProblem(block);
    if (problem !== undefined) return problem;
  }
  const result = toPlain({ content: blocks.map((block) => encodeBlock(block as Fields)), ...rest });
  return result === undefined
    ? createFailure("The tool returned blocks that are not JSON.")
    : (result as unknown as ToolResult);
}

function findProblem(block: unknown): ToolResult | undefined {
  if (!isRecord(block))
    return createRefusal(`${typeof block === "string" ? "a text" : "something else"} among blocks`, SHAPES.text);
  const { type } = block;
  if (isBlockType(type))
    return IS_WHOLE[type](block) ? undefined : createRefusal(`part of a block of type ${type}`, SHAPES[type]);
  if (isOtherImage(block)) return createRefusal("an image in a form that MCP does not have", SHAPES.image);
  return createRefusal(`a block of type ${JSON.stringify(type) ?? "undefined"}, which MCP does not have`, SHAPES.text);
}

/** Names the shape to return instead, and how to return data that only looks like a block. */
function createRefusal(what: string, shape: string): ToolResult {
  return createFailure(
    `The tool returned ${what}: return ${shape}. Data of this form is returned with JSON.stringify.`,
  );
}

function encodeBlock(block: Fields): Fields {
  const { data } = block;
  return data instanceof Uint8Array ? { ...block, data: Buffer.from(data).toString("base64") } : block;
}

function asText(output: unknown): ToolResult {
  if (typeof output === "string" || typeof output === "number") return { content: [toTextBlock(String(output))] };
  try {
    const json: unknown = JSON.stringify(output);
    if (typeof json === "string") return { content: [toTextBlock(json)] };
    return createFailure(`The tool returned a ${typeof output}, which JSON cannot hold.`);
  } catch (error) {
    return createFailure(`The tool returned something that JSON cannot hold: ${getErrorMessage(error)}`);
  }
}

function isBlockType(type: unknown): type is ToolContent["type"] {
  return typeof type === "string" && Object.hasOwn(SHAPES, type);
}

function toTextBlock(words: string): JsonObject {
  return { type: "text", text: toWellFormed(words) };
}

/** Returns a copy that can be encoded. */
function toPlain(value: object): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(value), (_key, item: Json) =>
      typeof item === "string" ? toWellFormed(item) : item,
    ) as Json;
  } catch {
    return undefined;
  }
}

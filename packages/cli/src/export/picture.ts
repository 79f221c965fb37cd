// Reads images that a page may embed: four types, checked by their first bytes and limited in size. SVG is excluded because it is
// a document.

import { asObject } from "@unspool/protocol/kit";
import type { Picture } from "./model.ts";

/** The first bytes of each type in base64. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^iVBORw0KGgo/,
  "image/jpeg": /^\/9j\//,
  "image/gif": /^R0lGOD/,
  "image/webp": /^UklGR/,
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Limit for all images of a page together, so that browsers can open it. */
const MAX_TOTAL_CHARACTERS = 48 * 1024 * 1024;

export type PictureReader = (block: unknown) => Picture | undefined;

/** Creates the reader of one page. It returns `undefined` for blocks that are not images. */
export function createPictureReader(): PictureReader {
  let total = 0;
  return (block) => {
    const fields = asObject(block);
    if (fields?.["type"] !== "image") return undefined;
    const source = asObject(fields["source"]);
    if (source?.["type"] === "url" && typeof source["url"] === "string") return { type: "address", url: source["url"] };
    const { media_type: mediaType, data } = source ?? {};
    if (typeof mediaType !== "string" || typeof data !== "string")
      return { type: "none", reason: "its data is missing" };
    const signature = Object.hasOwn(SIGNATURES, mediaType) ? SIGNATURES[mediaType] : undefined;
    if (signature === undefined) return { type: "none", reason: "its type is not supported" };
    if (data.length > MAX_CHARACTERS) return { type: "none", reason: "it is too large" };
    if (!signature.test(data) || !BASE64.test(data))
      return { type: "none", reason: `it is not a valid ${mediaType.slice(6)}` };
    if (total + data.length > MAX_TOTAL_CHARACTERS)
      return { type: "none", reason: "the page holds too many images already" };
    total += data.length;
    return { type: "bytes", mediaType, base64: data };
  };
}

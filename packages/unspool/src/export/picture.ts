// Image blocks → pictures that a page may hold: four types of image whose bytes begin as they must, and not too big.
// SVG is none of them: it is a document.

import type { Picture } from "./model.ts";
import { asObject } from "../view/tool-call.ts";

/** The first bytes of each type, as base64 has them. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^iVBORw0KGgo/,
  "image/jpeg": /^\/9j\//,
  "image/gif": /^R0lGOD/,
  "image/webp": /^UklGR/,
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Of all pictures of a page together: a page that does not open is no page. */
const MAX_TOTAL_CHARACTERS = 48 * 1024 * 1024;

export type PictureReader = (block: unknown) => Picture | undefined;

/** Reads the pictures of one page. Undefined: the block is no image. */
export function createPictureReader(): PictureReader {
  let total = 0;
  return (block) => {
    const fields = asObject(block);
    if (fields?.["type"] !== "image") return undefined;
    const source = asObject(fields["source"]);
    if (source?.["type"] === "url" && typeof source["url"] === "string") return { type: "address", url: source["url"] };
    const { media_type: mediaType, data } = source ?? {};
    if (typeof mediaType !== "string" || typeof data !== "string")
      return { type: "none", reason: "its bytes are not here" };
    const signature = Object.hasOwn(SIGNATURES, mediaType) ? SIGNATURES[mediaType] : undefined;
    if (signature === undefined) return { type: "none", reason: "its type is not shown here" };
    if (data.length > MAX_CHARACTERS) return { type: "none", reason: "it is too big" };
    if (!signature.test(data) || !BASE64.test(data)) return { type: "none", reason: `it is no ${mediaType.slice(6)}` };
    if (total + data.length > MAX_TOTAL_CHARACTERS) return { type: "none", reason: "the page holds too many already" };
    total += data.length;
    return { type: "bytes", mediaType, base64: data };
  };
}

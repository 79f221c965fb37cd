// Images and documents inside messages, and the ways their bytes can be given.

import type { JsonObject, Open } from "../json.ts";
import type { CacheControl, ContentBlock } from "./content.ts";

/** Bytes inside the line. They make lines of several megabytes common. */
export interface Base64Source {
  readonly type: "base64";
  readonly media_type: Open<"image/png" | "image/jpeg" | "image/gif" | "image/webp" | "application/pdf">;
  readonly data: string;
}

/** Bytes the API fetches. */
export interface UrlSource {
  readonly type: "url";
  readonly url: string;
}

/** Bytes uploaded earlier through the Files API. */
export interface FileSource {
  readonly type: "file";
  readonly file_id: string;
}

/** A document that is plain text. */
export interface PlainTextSource {
  readonly type: "text";
  readonly media_type: Open<"text/plain">;
  readonly data: string;
}

/** A document made of blocks. */
export interface ContentSource {
  readonly type: "content";
  readonly content: string | readonly ContentBlock[];
}

/** Where an image comes from. */
export type ImageSource = Base64Source | UrlSource | FileSource;

/** Where a document comes from. */
export type DocumentSource = Base64Source | UrlSource | FileSource | PlainTextSource | ContentSource;

/** A picture. */
export interface ImageBlock {
  readonly type: "image";
  readonly source: ImageSource;
  readonly cache_control?: CacheControl | null;
}

/** A PDF or a text given as a document. */
export interface DocumentBlock {
  readonly type: "document";
  readonly source: DocumentSource;
  readonly title?: string | null;
  readonly context?: string | null;
  readonly citations?: JsonObject | null;
  readonly cache_control?: CacheControl | null;
}

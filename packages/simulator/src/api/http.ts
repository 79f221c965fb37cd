// Small things of HTTP: reading a body that has a limit, answering with JSON.

import type { IncomingMessage, ServerResponse } from "node:http";

import type { JsonObject } from "../json.ts";
import { refusalBody, type Refusal } from "./errors.ts";

/**
 * Whether a request comes from a page of the web. Every browser names the page's origin when it posts, and where a request
 * comes from when it gets; a page whose name was pointed to this machine still names itself as the host.
 */
export function isFromPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || site === "cross-site" || site === "same-site") return true;
  return headers.host !== undefined && !OWN_HOST.test(headers.host);
}

const OWN_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

export type Headers = Readonly<Record<string, string>>;

/** The body as text, or why there is none. What goes over the limit is read and thrown away, so that the client hears of it. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly text: string } | "too-large" | "gone"> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else resolve("too-large");
    });
    request.on("end", () => resolve({ text: Buffer.concat(chunks).toString("utf8") }));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}

export function sendJson(response: ServerResponse, status: number, body: JsonObject, headers: Headers): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function sendRefusal(response: ServerResponse, refused: Refusal, headers: Headers): void {
  sendJson(response, refused.status, refusalBody(refused), headers);
}

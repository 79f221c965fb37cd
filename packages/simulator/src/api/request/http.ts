// HTTP helpers: reads a body with a limit, answers with JSON.

import type { IncomingMessage, ServerResponse } from "node:http";

import type { JsonObject } from "../../json.ts";
import { toErrorBody, type ApiRefusal } from "./errors.ts";

/**
 * Whether a request comes from a web page. Browsers send `origin` with a POST and `sec-fetch-site` with a GET. A page whose
 * host name was pointed to this machine (DNS rebinding) still sends that name as the host.
 */
export function isFromBrowser({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || site === "cross-site" || site === "same-site") return true;
  return headers.host !== undefined && !LOCAL_HOST.test(headers.host);
}

const LOCAL_HOST = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

export type Headers = Readonly<Record<string, string>>;

/** Reads the body as text. What exceeds the limit is read and dropped, so that the client gets the error. */
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

export function sendRefusal(response: ServerResponse, refused: ApiRefusal, headers: Headers): void {
  sendJson(response, refused.status, toErrorBody(refused), headers);
}

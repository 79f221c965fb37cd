// What the encoder throws instead of writing a line that the CLI would refuse, misread or pass on to an API error.
// Nothing has been written when it is thrown.

/** Why a message was refused. */
export type EncodeErrorCode =
  /** A string holds half of a surrogate pair: it has no UTF-8 form. */
  | "lone-surrogate"
  /** A value contains itself. */
  | "cyclic"
  /** Arrays and objects are nested deeper than any reader must accept. */
  | "too-deep"
  /** A value that JSON has no form for: undefined in an array, NaN, bigint, function, symbol, Date, Map, class instance. */
  | "not-json"
  /** A user message, text block, denial, refusal or title that says nothing. */
  | "empty-message"
  /** A request id or message uuid that is not a string with something in it. */
  | "empty-id"
  /** An image of a media type that the API does not take. */
  | "image-type"
  /** Image or document data that is not standard base64. */
  | "bad-base64"
  /** An image or document address that is not http or https. */
  | "bad-url"
  /** Anything else that cannot be meant: a missing object, a malformed error code. */
  | "invalid-value";

/** What would have been accepted, to follow "must be". */
const wantedFor: Readonly<Record<EncodeErrorCode, string>> = {
  "lone-surrogate": "without half surrogate pairs: repair it with toWellFormed()",
  cyclic: "without cycles",
  "too-deep": "less deeply nested",
  "not-json": "text, a finite number, an array or a plain object",
  "empty-message": "text, and not blank",
  "empty-id": "text, and not blank",
  "image-type": "image/png, image/jpeg, image/gif or image/webp: convert the image",
  "bad-base64": "base64 without line breaks or data: prefix",
  "bad-url": "an http or https address",
  "invalid-value": "an object",
};

/** Every code an EncodeError can have. */
export const ENCODE_ERROR_CODES: readonly EncodeErrorCode[] = Object.keys(wantedFor) as EncodeErrorCode[];

/** A message that was not encoded. `message` names the place and says what must be there. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
  readonly code: EncodeErrorCode;
  /** Where the fault is, counted from what the caller passed: `content[1].source.media_type`, `updatedInput.command`. */
  readonly path: string;

  constructor(code: EncodeErrorCode, path: string, wanted: string = wantedFor[code]) {
    super(`${path} must be ${wanted}.`);
    this.code = code;
    this.path = path;
  }
}

/** Refuses unless the condition holds. */
export function ensure(condition: boolean, code: EncodeErrorCode, path: string, wanted?: string): asserts condition {
  if (!condition) throw new EncodeError(code, path, wanted);
}

// The error that the encoder throws instead of writing a line that the CLI would refuse, misread or turn into an API
// error. When it is thrown, nothing has been written.

/** Why a message was refused. */
export type EncodeErrorCode =
  /** A string contains half of a surrogate pair, which has no UTF-8 form. */
  | "lone-surrogate"
  /** A value contains itself. */
  | "cyclic"
  /** Arrays and objects are nested deeper than JSON readers have to accept. */
  | "too-deep"
  /**
   * A value that JSON cannot represent: undefined in an array, NaN, bigint, function, symbol, Date, Map, class
   * instance.
   */
  | "not-json"
  /** A user message, text block, denial, refusal or title that is empty or blank. */
  | "empty-message"
  /** A request id or message uuid that is not a string, or is blank. */
  | "empty-id"
  /** An image of a media type that the API does not accept. */
  | "image-type"
  /** Image or document data that is not standard base64. */
  | "bad-base64"
  /** An image or document address that is not http or https. */
  | "bad-url"
  /** Any other invalid value: a missing object, a number for a text, an unknown option, a malformed error code. */
  | "invalid-value";

/** All codes of EncodeError. */
export const ENCODE_ERROR_CODES: readonly EncodeErrorCode[] = /* @__PURE__ */ Object.keys({
  "lone-surrogate": 0,
  cyclic: 0,
  "too-deep": 0,
  "not-json": 0,
  "empty-message": 0,
  "empty-id": 0,
  "image-type": 0,
  "bad-base64": 0,
  "bad-url": 0,
  "invalid-value": 0,
} satisfies Record<EncodeErrorCode, 0>) as EncodeErrorCode[];

/** The envelope around the caller's own value. The path of a fault in a whole message begins with a dot. */
const envelope = /^\.(request|response\.response)\./;

/** A message that was not encoded. `message` names the path, cut to 80 characters, and what is wrong there. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
  readonly code: EncodeErrorCode;
  /** Path of the fault, relative to the caller's value: `content[1].source.media_type`, `updatedInput.command`. */
  readonly path: string;

  constructor(code: EncodeErrorCode, place: string, complaint: string) {
    const path = place.replace(envelope, "");
    super(`${path.slice(0, 80)} ${complaint}.`);
    this.code = code;
    this.path = path;
  }
}

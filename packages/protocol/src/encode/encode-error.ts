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
  /** Anything else that cannot be meant: a missing object, a number for a text, an unknown option, a malformed error code. */
  | "invalid-value";

/** Every code an EncodeError can have. */
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

/** What stands around the caller's own value. The place of a fault in a whole message begins with a dot. */
const envelope = /^\.(request|response\.response)\./;

/** A message that was not encoded. `message` names the place, cut to 80 characters, and says what is wrong there. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
  readonly code: EncodeErrorCode;
  /** Where the fault is, counted from what the caller passed: `content[1].source.media_type`, `updatedInput.command`. */
  readonly path: string;

  constructor(code: EncodeErrorCode, place: string, complaint: string) {
    const path = place.replace(envelope, "");
    super(`${path.slice(0, 80)} ${complaint}.`);
    this.code = code;
    this.path = path;
  }
}

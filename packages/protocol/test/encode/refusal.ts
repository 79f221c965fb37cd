// Runs an encoder that must reject its input, and returns the error.
import { EncodeError, type EncodeErrorCode } from "../../src/encode/encode-error.ts";

export function getRejection(encoding: () => string): [code: EncodeErrorCode, path: string] {
  try {
    encoding();
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    if (!error.message.startsWith(`${error.path.slice(0, 80)} `))
      throw new Error("The message does not begin with its path.", { cause: error });
    return [error.code, error.path];
  }
  throw new Error("The encoder did not refuse.");
}

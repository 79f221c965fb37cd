// A program given as JavaScript.

import { tmpdir } from "node:os";
import type { Launch } from "../../src/transport/types.ts";

export function script(code: string, more: Partial<Launch> = {}): Launch {
  const env = { PATH: process.env["PATH"] ?? "" };
  return { command: process.execPath, args: ["-e", code], cwd: tmpdir(), env, ...more };
}

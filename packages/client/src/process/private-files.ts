// Files for values that the program must read and `ps` must not show, in a folder that only this user can enter.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeQuietly } from "./registry.ts";

/** Folders with another name are never removed after a crash. */
export const PRIVATE_PREFIX = "unspool-private-";

export class PrivateFiles {
  #folder: string | undefined;

  /** The folder to remove if this process cannot. Undefined until a file is written. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Writes a file, and returns its path. */
  write(name: string, text: string): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), PRIVATE_PREFIX));
    const path = join(this.#folder, name);
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    return path;
  }

  remove(): void {
    if (this.#folder !== undefined) removeQuietly(this.#folder);
    this.#folder = undefined;
  }
}

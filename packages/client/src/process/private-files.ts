// What the program must read but `ps` must not show: files in a folder that only this user can enter.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeQuietly } from "./registry.ts";

/** The reaper removes nothing with another name. */
export const PRIVATE_PREFIX = "unspool-private-";

export class PrivateFiles {
  #folder: string | undefined;

  /** For those who have to remove it if this process cannot. Undefined: nothing has been written. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** @returns its path */
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

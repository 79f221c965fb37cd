// Loaded into a fake CLI before it begins: keeps what it writes to stdout, and how much of that has left the process. Node
// writes at once as long as the pipe has room; what it has to hold back is not sure to leave.

import type * as NodeFileSystem from "node:fs";

type FileSystem = typeof NodeFileSystem;

/** @param fs the module as its other users have it: its `writeSync` is replaced */
export function tee(folder: string, fs: { -readonly [Name in keyof FileSystem]: FileSystem[Name] }): void {
  const name = `${folder}/${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}`;
  const bytesFile = fs.openSync(`${name}.bytes`, "w");
  const sureFile = fs.openSync(`${name}.sure`, "w");
  const writeSync = fs.writeSync as (descriptor: number, ...rest: readonly unknown[]) => number;
  let total = 0;
  const note = (bytes: Uint8Array): void => {
    writeSync(bytesFile, bytes, 0, bytes.length, total);
    total += bytes.length;
  };
  const tellSure = (): number => writeSync(sureFile, String(total).padStart(15, "0"), 0);

  fs.writeSync = ((descriptor: number, data: Uint8Array, ...rest: readonly unknown[]): number => {
    if (descriptor !== 1) return writeSync(descriptor, data, ...rest);
    const before = total;
    note(Buffer.from(data));
    let size = 0;
    try {
      size = writeSync(descriptor, data, ...rest);
      return size;
    } finally {
      total = before + size;
      fs.ftruncateSync(bytesFile, total);
      tellSure();
    }
  }) as FileSystem["writeSync"];

  const original = Object.getOwnPropertyDescriptor(process, "stdout");
  let stream: NodeJS.WriteStream | undefined;
  const isEmpty = (): boolean => {
    const handle: unknown = stream === undefined ? undefined : Reflect.get(stream, "_handle");
    return ((handle as { readonly writeQueueSize?: number } | null | undefined)?.writeQueueSize ?? 0) === 0;
  };
  Object.defineProperty(process, "stdout", {
    configurable: true,
    get() {
      if (stream !== undefined) return stream;
      const opened = original?.get?.call(process) as NodeJS.WriteStream;
      const write = opened.write.bind(opened) as (data: Uint8Array, ...rest: readonly unknown[]) => boolean;
      opened.write = (data: Uint8Array | string, ...rest: readonly unknown[]) => {
        const bytes = Buffer.from(data);
        note(bytes);
        const hasRoom = write(bytes, ...rest);
        if (isEmpty()) tellSure();
        return hasRoom;
      };
      stream = opened;
      return stream;
    },
  });
  process.on("exit", () => void (isEmpty() ? tellSure() : undefined));
}

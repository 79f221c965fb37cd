// Bytes of stdin to lines. Only LF ends a line; a last line may lack it, as every measured CLI takes it.

export interface InputLines {
  push(bytes: Uint8Array): void;
  end(): void;
}

const LF = 10;

export function createInputLines(onLine: (line: string) => void): InputLines {
  let pieces: Uint8Array[] = [];
  const deliver = (): void => {
    // Joined once and decoded as a whole: a piece may end inside a character.
    const line = Buffer.concat(pieces).toString("utf8");
    pieces = [];
    onLine(line);
  };
  return {
    push(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
        pieces.push(bytes.subarray(from, at));
        from = at + 1;
        deliver();
      }
      if (from < bytes.length) pieces.push(bytes.subarray(from));
    },
    end() {
      if (pieces.length > 0) deliver();
    },
  };
}

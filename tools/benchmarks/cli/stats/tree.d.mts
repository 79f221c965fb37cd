/** A tree of transcripts from a seed; ends at so many sessions or bytes, whichever comes first. */
export function makeTree(
  root: string,
  options?: { seed?: number; sessions?: number; bytes?: number; textBytes?: number },
): { files: number; bytes: number; lines: number };

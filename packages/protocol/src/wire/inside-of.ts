// Paths relative to a folder, without access to the file system. Accepts both kinds of slashes.

/** Returns the path relative to the folder, or `undefined` if it is outside or the text alone cannot tell. */
export function insideOf(path: string, folder: string | undefined): string | undefined {
  if (folder === undefined || folder === "" || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return undefined;
  const start = /[/\\]$/.test(folder) ? folder : `${folder}${folder.includes("\\") ? "\\" : "/"}`;
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : undefined;
}

// Paths as seen from a folder, without a file system: both kinds of slashes.

/** The path below the folder; undefined where it is elsewhere, or where that cannot be seen from the text alone. */
export function insideOf(path: string, folder: string | undefined): string | undefined {
  if (folder === undefined || folder === "" || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return undefined;
  const start = /[/\\]$/.test(folder) ? folder : `${folder}${folder.includes("\\") ? "\\" : "/"}`;
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : undefined;
}

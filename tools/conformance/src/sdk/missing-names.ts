// Finds names in the official SDK's declarations (functions, options, methods of a query) that have no row in
// `docs/from-the-agent-sdk.md`.

/** @returns a sentence for each name without a row */
export function findMissingNames(declarations: string, page: string): readonly string[] {
  const rows = new Set([...page.matchAll(/^\| `([\w.]+)(?:\(\))?` \|/gm)].map(([, name]) => name));
  const names = [
    ...[...declarations.matchAll(/^export declare (?:function|const|class) (\w+)/gm)].map(([, name]) => name),
    ...findMembers(declarations, "type Options ="),
    ...findMembers(declarations, "interface Query "),
  ];
  const missing = [...new Set(names)].filter((name) => !rows.has(name));
  return missing.map((name) => `${name} is in the official SDK and not in docs/from-the-agent-sdk.md`);
}

/** Names at the first level of a declared type. */
function findMembers(declarations: string, head: string): readonly (string | undefined)[] {
  const start = declarations.indexOf(`export declare ${head}`);
  if (start === -1) return [`${head} (no such declaration)`];
  const end = declarations.indexOf("\n}", start);
  return [...declarations.slice(start, end).matchAll(/^ {4}(\w+)\??[:(]/gm)].map(([, name]) => name);
}

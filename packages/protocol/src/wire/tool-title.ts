/** The name as people say it: `mcp__github__get_issue` is `github get_issue`. */
export function toolTitle(name: string): string {
  return name.replace(/^mcp__(.+?)__/, "$1 ");
}

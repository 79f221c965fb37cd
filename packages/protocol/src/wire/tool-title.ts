/** Formats a tool name for display: `mcp__github__get_issue` becomes `github get_issue`. */
export function toolTitle(name: string): string {
  return name.replace(/^mcp__(.+?)__/, "$1 ");
}

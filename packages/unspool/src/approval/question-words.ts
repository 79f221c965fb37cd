// How the question about a tool begins.

export function questionWords(toolName: string): string {
  return toolName === "ExitPlanMode" ? "May it begin?" : "May it run?";
}

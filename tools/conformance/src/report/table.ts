// Formats the results as a table of versions and scenarios, for the terminal and for docs/conformance.md.

import type { Cell } from "../cell.ts";
import { formatHunk } from "../compare/difference.ts";

/** A cell without its known differences. */
export interface CheckedCell extends Cell {
  readonly explained: number;
}

export function holds(cell: CheckedCell): boolean {
  return cell.failure === undefined && cell.breaches.length === 0 && cell.hunks.length === 0 && cell.drift.length === 0;
}

/** Returns a letter for each failed check: decoder, simulator, drift. */
function mark(cell: CheckedCell): string {
  if (cell.failure !== undefined) return "stuck";
  const letters = [
    cell.breaches.length > 0 ? "D" : "",
    cell.hunks.length > 0 ? "S" : "",
    cell.drift.length > 0 ? "w" : "",
  ];
  return letters.join("") || (cell.explained > 0 ? "~" : "ok");
}

export function formatTable(cells: readonly CheckedCell[]): string {
  const versions = [...new Set(cells.map(({ version }) => version))];
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const width = Math.max(...scenarios.map((name) => name.length)) + 2;
  const row = (head: string, fields: readonly string[]): string =>
    head.padEnd(width) + fields.map((field) => field.padStart(9)).join("");
  return [
    row("", versions),
    ...scenarios.map((scenario) =>
      row(
        scenario,
        versions.map((version) => findMark(cells, scenario, version)),
      ),
    ),
  ].join("\n");
}

function findMark(cells: readonly CheckedCell[], scenario: string, version: string): string {
  const cell = cells.find((one) => one.scenario === scenario && one.version === version);
  return cell === undefined ? "-" : mark(cell);
}

export function formatFindings(cells: readonly CheckedCell[]): string {
  return cells
    .filter((cell) => !holds(cell))
    .map((cell) =>
      [
        `${cell.scenario} on ${cell.version}`,
        ...(cell.failure === undefined ? [] : [`  ${cell.failure}`]),
        ...cell.breaches.map((breach) => `  decoder: ${breach}`),
        ...cell.drift.map((drift) => `  drift: ${drift}`),
        ...cell.hunks.map(formatHunk),
      ].join("\n"),
    )
    .join("\n\n");
}

export function formatPage(
  cells: readonly CheckedCell[],
  reasons: readonly { readonly versions: string; readonly reason: string }[],
  date: string,
): string {
  const versions = [...new Set(cells.map(({ version }) => version))];
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const holding = cells.filter(holds).length;
  return [
    "# Conformance",
    "",
    `Written by \`npm run conformance -- --matrix\` on ${date}: every ready-made scenario on ${versions.length} published versions of the CLI, and on the simulator of each version. **${holding} of ${cells.length} cells hold.**`,
    "",
    "`ok`: the decoder shows every block that the API served, exactly once, under its agent; the simulator's events equal the real CLI's; nothing on the wire is unknown. `~`: the same, except for the known differences below. `-`: this version cannot play the scenario. `D`, `S`, `w`: the decoder, the simulator or the wire types are wrong. `stuck`: the run did not end.",
    "",
    `| scenario | ${versions.join(" | ")} |`,
    `|---|${versions.map(() => "---|").join("")}`,
    ...scenarios.map(
      (scenario) => `| ${scenario} | ${versions.map((version) => findMark(cells, scenario, version)).join(" | ")} |`,
    ),
    "",
    "## Known differences",
    "",
    ...(reasons.length === 0 ? ["None."] : reasons.map(({ versions: range, reason }) => `- ${range}: ${reason}`)),
    "",
  ].join("\n");
}

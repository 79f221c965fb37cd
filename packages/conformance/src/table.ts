// What a run found, as a table version × scenario: for the terminal, and as the page docs/conformance.md.

import type { Cell } from "./cell.ts";
import { printHunk } from "./difference.ts";

/** A cell with its verdicts. A known difference is no longer among its hunks. */
export interface Judged extends Cell {
  readonly explained: number;
}

export function holds(cell: Judged): boolean {
  return cell.failure === undefined && cell.breaches.length === 0 && cell.hunks.length === 0 && cell.drift.length === 0;
}

/** One letter each for decoder, simulator and drift; a dot where it holds. */
function mark(cell: Judged): string {
  if (cell.failure !== undefined) return "stuck";
  const letters = [
    cell.breaches.length > 0 ? "D" : "",
    cell.hunks.length > 0 ? "S" : "",
    cell.drift.length > 0 ? "w" : "",
  ];
  return letters.join("") || (cell.explained > 0 ? "~" : "ok");
}

export function printTable(cells: readonly Judged[]): string {
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
        versions.map((version) => markOf(cells, scenario, version)),
      ),
    ),
  ].join("\n");
}

function markOf(cells: readonly Judged[], scenario: string, version: string): string {
  const cell = cells.find((one) => one.scenario === scenario && one.version === version);
  return cell === undefined ? "-" : mark(cell);
}

export function printFindings(cells: readonly Judged[]): string {
  return cells
    .filter((cell) => !holds(cell))
    .map((cell) =>
      [
        `${cell.scenario} on ${cell.version}`,
        ...(cell.failure === undefined ? [] : [`  ${cell.failure}`]),
        ...cell.breaches.map((breach) => `  decoder: ${breach}`),
        ...cell.drift.map((drift) => `  drift: ${drift}`),
        ...cell.hunks.map(printHunk),
      ].join("\n"),
    )
    .join("\n\n");
}

export function pageOf(
  cells: readonly Judged[],
  reasons: readonly { readonly versions: string; readonly reason: string }[],
  date: string,
): string {
  const versions = [...new Set(cells.map(({ version }) => version))];
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const holding = cells.filter(holds).length;
  return [
    "# Conformance",
    "",
    `Written by \`npm run conformance -- --matrix\` on ${date}: every ready-made scenario on ${versions.length} published versions of the CLI, and on the simulator in the manner of each. **${holding} of ${cells.length} cells hold.**`,
    "",
    "`ok`: the decoder shows every block that the API served, exactly once, under its agent; the simulator's events equal the real CLI's; nothing on the wire is unknown. `~`: the same, but for differences that are known and explained below. `-`: this version cannot play the scenario. `D`, `S`, `w`: the decoder, the simulator or the wire types are wrong. `stuck`: it did not come to its end.",
    "",
    `| scenario | ${versions.join(" | ")} |`,
    `|---|${versions.map(() => "---|").join("")}`,
    ...scenarios.map(
      (scenario) => `| ${scenario} | ${versions.map((version) => markOf(cells, scenario, version)).join(" | ")} |`,
    ),
    "",
    "## Known differences",
    "",
    ...(reasons.length === 0 ? ["None."] : reasons.map(({ versions: range, reason }) => `- ${range}: ${reason}`)),
    "",
  ].join("\n");
}

// The versions of the CLI that were measured.

/** Newest first. */
export const SIMULATED_VERSIONS: readonly [newest: string, ...older: string[]] = [
  "2.1.325",
  "2.1.312",
  "2.1.299",
  "2.1.285",
  "2.1.273",
  "2.1.263",
  "2.1.250",
  "2.1.200",
  "2.1.120",
  "2.1.74",
  "2.1.20",
  "2.0.76",
  "2.0.30",
  "2.0.0",
  "1.0.128",
  "1.0.110",
  "1.0.88",
  "1.0.60",
];

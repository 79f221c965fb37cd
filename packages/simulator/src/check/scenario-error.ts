// The error for invalid scenarios and options. It lists all problems at once, each with its location.

export type Path = readonly (string | number)[];

export interface ScenarioProblem {
  /** For example `turns[1].replies[0].blocks[2].input`; empty for the scenario itself. */
  readonly location: string;
  readonly path: Path;
  readonly message: string;
  /** In the text of the scenario, counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export type ScenarioErrorCode = "invalid-scenario" | "unreadable-scenario" | "invalid-option" | "unplayed-scenario";

const maxShown = 20;

export class ScenarioError extends Error {
  override readonly name = "ScenarioError";
  readonly code: ScenarioErrorCode;
  readonly file: string | undefined;
  readonly problems: readonly ScenarioProblem[];

  constructor(code: ScenarioErrorCode, message: string, details: ScenarioErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.file = details.file;
    this.problems = details.problems ?? [];
  }
}

export interface ScenarioErrorDetails {
  readonly file?: string | undefined;
  readonly problems?: readonly ScenarioProblem[];
  readonly cause?: unknown;
}

export function createInvalidScenarioError(
  problems: readonly ScenarioProblem[],
  file?: string,
  cause?: unknown,
): ScenarioError {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const title = `Invalid scenario${file === undefined ? "" : ` ${file}`}: ${count}.`;
  const rest = problems.length > maxShown ? [`  … and ${problems.length - maxShown} more`] : [];
  const lines = problems.slice(0, maxShown).map((problem) => `  ${formatProblem(problem, file)}`);
  return new ScenarioError("invalid-scenario", [title, ...lines, ...rest].join("\n"), { file, problems, cause });
}

export function formatPath(path: Path): string {
  return path.reduce<string>((location, step) => {
    if (typeof step === "number") return `${location}[${step}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(step)) return `${location}[${JSON.stringify(step)}]`;
    return location === "" ? step : `${location}.${step}`;
  }, "");
}

function formatProblem({ location, message, line, column }: ScenarioProblem, file: string | undefined): string {
  const position =
    line === undefined ? "" : `${file ?? "line "}${file === undefined ? "" : ":"}${line}:${column ?? 1} `;
  return `${position}${location === "" ? "" : `${location}: `}${message}`;
}

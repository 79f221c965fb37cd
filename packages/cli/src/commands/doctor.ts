// `unspool doctor`: checks the machine, one line per check, with what to do.

import type { CommandDefinition } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";
import type { CheckResult } from "../doctor/check-result.ts";
import type { Line, Style } from "../terminal/style.ts";

export const doctor: CommandDefinition = {
  details:
    "Checks Node, claude with its version and flags, and the environment. Then starts claude without a prompt, which calls\n" +
    "no model and costs nothing, to check the login and the MCP servers of this folder.\n" +
    "Exit code: 0 no errors (warnings do not count), 1 errors, 4 no claude.",
  flags: [
    { name: "claude", value: "path", help: "check this claude (default: the one that every command uses)" },
    { name: "no-start", help: "do not start claude" },
    { name: "start", help: "start it even if that costs a little (versions between 2.0.30 and 2.1.20)" },
    { name: "json", help: "print one JSON object: ok, checks" },
    { name: "no-color", help: "print without colors" },
  ],
  examples: [
    ["unspool doctor", "run all checks"],
    ["unspool doctor --no-start", "without starting claude"],
    ["unspool doctor --json | jq '.checks[] | select(.level != \"ok\")'", "list warnings and errors only"],
  ],
  async run(given, io) {
    const [environment, program, { ok, warning }, style, { sanitize }, { formatJsonLine }, { toBlank, wrap }] =
      await Promise.all([
        import("../doctor/check-environment.ts"),
        import("../doctor/check-program.ts"),
        import("../doctor/check-result.ts"),
        import("../terminal/style.ts"),
        import("../terminal/sanitize.ts"),
        import("../output/json-line.ts"),
        import("../terminal/wrap.ts"),
      ]);
    const isJson = given.has("json");
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const columns = io.stdout.isTTY === true ? (io.stdout.columns ?? 80) - 1 : Number.POSITIVE_INFINITY;
    const checks: CheckResult[] = [];
    const add = (results: readonly CheckResult[]): void => {
      checks.push(...results);
      if (!isJson)
        io.stdout.write(
          results
            .flatMap((result) => formatResult(result, sanitize))
            .flatMap(({ head, text }) => wrap(text, columns, head, toBlank(head)))
            .map((line) => `${paint(line)}\n`)
            .join(""),
        );
    };
    add([environment.checkNodeVersion()]);
    const { findProgram } = await import("../doctor/find-program.ts");
    const named = given.text("claude");
    const { found, problem } = await findProgram(named, io.env);
    const hasBadVariable = problem !== undefined && named === undefined && (io.env["UNSPOOL_CLAUDE"] ?? "") !== "";
    add(environment.checkEnvironment(io.env, hasBadVariable));
    if (found === undefined) {
      add([problem, ok("simulator", "everything can be tried without it: unspool demo")]);
    } else {
      const { SIMULATED_VERSIONS } = await import("@unspool/simulator");
      add([...program.checkProgram(found, SIMULATED_VERSIONS[0] ?? ""), ...program.checkOthers(found, io.env["PATH"])]);
      if (program.spendsAtStart(found) && !given.has("start")) {
        add([
          warning(
            "start",
            "this version calls the model at its start, so it was not started",
            "add --start, or update claude",
          ),
        ]);
      } else if (!given.has("no-start")) {
        const { checkStart } = await import("../doctor/check-start.ts");
        add(await checkStart(found, io));
      }
    }
    if (io.signal.aborted) return EXIT.interrupted;
    const hasErrors = checks.some(({ level }) => level === "error");
    if (isJson) io.stdout.write(`${formatJsonLine({ ok: !hasErrors, checks }, io.stdout)}\n`);
    if (found === undefined) return EXIT.noClaude;
    return hasErrors ? EXIT.failed : EXIT.ok;
  },
};

const STYLES: Readonly<Record<CheckResult["level"], Style>> = { ok: "good", warning: "warn", error: "bad" };

/** Formats a result as lines, each with a fixed head and a text that is wrapped beside it. */
function formatResult(
  { level, name, found, advice }: CheckResult,
  clean: (text: string) => string,
): readonly { readonly head: Line; readonly text: Line }[] {
  const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, " ");
  const head: Line = [
    { text: level.padEnd(8), styles: [STYLES[level]] },
    { text: ` ${oneLine(name).padEnd(14)} `, styles: ["bold"] },
  ];
  const lines = [{ head, text: [{ text: oneLine(found) }] }];
  if (advice === undefined) return lines;
  const arrow: Line = [{ text: `${" ".repeat(24)}→ `, styles: ["dim"] }];
  return [...lines, { head: arrow, text: [{ text: oneLine(advice), styles: ["dim"] }] }];
}

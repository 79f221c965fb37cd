// `unspool doctor`: each thing that can be wrong, one line each, with what to do.

import type { Command } from "../cli/command.ts";
import { EXIT } from "../cli/io.ts";
import type { Verdict } from "../doctor/verdict.ts";
import type { Line, Style } from "../terminal/style.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "is everything in order here, and what to do if not",
  details:
    "Looks at Node, at claude, its version and flags, and at the environment; then starts claude without a prompt, which\n" +
    "asks no model and costs nothing, to see who is logged in and how the MCP servers of this folder are.\n" +
    "Exit code: 0 all in order (warnings do not count), 1 something is broken, 4 no claude.",
  flags: [
    { name: "claude", value: "path", help: "look at this claude (default: as every command finds it)" },
    { name: "no-start", help: "do not start claude" },
    { name: "start", help: "start it even if that costs a little (versions after 2.0.30 and before 2.1.20)" },
    { name: "json", help: "one JSON object: ok, checks" },
    { name: "no-color", help: "no colours" },
  ],
  examples: [
    ["unspool doctor", "everything"],
    ["unspool doctor --no-start", "without starting claude"],
    ["unspool doctor --json | jq '.checks[] | select(.level != \"ok\")'", "only what is not in order"],
  ],
  async run(given, io) {
    const [environment, program, { ok, warning }, style, { sanitize }, { jsonLine }, { blankOf, wrap }] =
      await Promise.all([
        import("../doctor/environment.ts"),
        import("../doctor/program.ts"),
        import("../doctor/verdict.ts"),
        import("../terminal/style.ts"),
        import("../terminal/sanitize.ts"),
        import("../output/json-line.ts"),
        import("../view/wrap.ts"),
      ]);
    const isJson = given.has("json");
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const columns = io.stdout.isTTY === true ? (io.stdout.columns ?? 80) - 1 : Number.POSITIVE_INFINITY;
    const checks: Verdict[] = [];
    const add = (verdicts: readonly Verdict[]): void => {
      checks.push(...verdicts);
      if (!isJson)
        io.stdout.write(
          verdicts
            .flatMap((verdict) => linesOf(verdict, sanitize))
            .flatMap(({ head, words }) => wrap(words, columns, head, blankOf(head)))
            .map((line) => `${paint(line)}\n`)
            .join(""),
        );
    };
    const { nodeVerdict } = await import("../doctor/node.ts");
    add([nodeVerdict()]);
    const { findProgram } = await import("../doctor/find-program.ts");
    const named = given.text("claude");
    const { found, problem } = await findProgram(named, io.env);
    const isMisled = problem !== undefined && named === undefined && (io.env["UNSPOOL_CLAUDE"] ?? "") !== "";
    add(environment.checkEnvironment(io.env, isMisled));
    if (found === undefined) {
      add([problem, ok("simulator", "everything can be tried without it: unspool demo")]);
    } else {
      const { SIMULATED_VERSIONS } = await import("@unspool/simulator");
      add([...program.checkProgram(found, SIMULATED_VERSIONS[0] ?? ""), ...program.checkOthers(found, io.env["PATH"])]);
      if (program.spendsAtStart(found) && !given.has("start")) {
        add([
          warning(
            "start",
            "this version asks the model while it starts, so it was not started",
            "try --start, or update it",
          ),
        ]);
      } else if (!given.has("no-start")) {
        const { checkStart } = await import("../doctor/start.ts");
        add(await checkStart(found, io));
      }
    }
    if (io.signal.aborted) return EXIT.interrupted;
    const isBroken = checks.some(({ level }) => level === "error");
    if (isJson) io.stdout.write(`${jsonLine({ ok: !isBroken, checks }, io.stdout)}\n`);
    if (found === undefined) return EXIT.noClaude;
    return isBroken ? EXIT.failed : EXIT.ok;
  },
};

const STYLES: Readonly<Record<Verdict["level"], Style>> = { ok: "good", warning: "warn", error: "bad" };

/** What stands before a line, and what is broken at the width behind it. */
function linesOf(
  { level, name, found, advice }: Verdict,
  clean: (text: string) => string,
): readonly { readonly head: Line; readonly words: Line }[] {
  const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, " ");
  const head: Line = [
    { text: level.padEnd(8), styles: [STYLES[level]] },
    { text: ` ${oneLine(name).padEnd(14)} `, styles: ["bold"] },
  ];
  const lines = [{ head, words: [{ text: oneLine(found) }] }];
  if (advice === undefined) return lines;
  const arrow: Line = [{ text: `${" ".repeat(24)}→ `, styles: ["dim"] }];
  return [...lines, { head: arrow, words: [{ text: oneLine(advice), styles: ["dim"] }] }];
}

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
    const [client, environment, program, { failure, ok, warning }, style, { sanitize }, { jsonLine }] =
      await Promise.all([
        import("@unspool/client"),
        import("../doctor/environment.ts"),
        import("../doctor/program.ts"),
        import("../doctor/verdict.ts"),
        import("../terminal/style.ts"),
        import("../terminal/sanitize.ts"),
        import("../output/json-line.ts"),
      ]);
    const isJson = given.has("json");
    const paint = style.createPainter(style.hasColours(io.stdout, io.env, given.has("no-color")));
    const checks: Verdict[] = [];
    const add = (verdicts: readonly Verdict[]): void => {
      checks.push(...verdicts);
      if (!isJson)
        io.stdout.write(
          verdicts.flatMap((verdict) => linesOf(verdict, sanitize).map((line) => `${paint(line)}\n`)).join(""),
        );
    };
    const { nodeVerdict } = await import("../doctor/node.ts");
    add([nodeVerdict()]);
    add(environment.checkEnvironment(io.env));
    let exitCode: number = EXIT.ok;
    try {
      const { SIMULATED_VERSIONS } = await import("@unspool/simulator");
      const found = await client.findClaude({ executable: given.text("claude"), env: io.env });
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
    } catch (error) {
      if (!(error instanceof client.ClaudeError) || error.code !== "claude-not-found") throw error;
      const advice = "install it: npm install -g @anthropic-ai/claude-code, or name it in UNSPOOL_CLAUDE";
      add([failure("claude", "none was found on the PATH, nor in the usual places", advice)]);
      add([ok("simulator", "everything can be tried without it: unspool demo")]);
      exitCode = EXIT.noClaude;
    }
    if (io.signal.aborted) return EXIT.interrupted;
    const isBroken = checks.some(({ level }) => level === "error");
    if (isJson) io.stdout.write(`${jsonLine({ ok: !isBroken, checks }, io.stdout)}\n`);
    return exitCode === EXIT.ok && isBroken ? EXIT.failed : exitCode;
  },
};

const STYLES: Readonly<Record<Verdict["level"], Style>> = { ok: "good", warning: "warn", error: "bad" };

function linesOf({ level, name, found, advice }: Verdict, clean: (text: string) => string): readonly Line[] {
  const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, " ");
  const head: Line = [
    { text: level.padEnd(8), styles: [STYLES[level]] },
    { text: ` ${oneLine(name).padEnd(14)} `, styles: ["bold"] },
    { text: oneLine(found) },
  ];
  return advice === undefined ? [head] : [head, [{ text: `${" ".repeat(24)}→ ${oneLine(advice)}`, styles: ["dim"] }]];
}

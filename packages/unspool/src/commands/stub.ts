// `unspool stub`: the stand-in Messages API on loopback, until Ctrl-C.

import type { ServedAnswer } from "@unspool/simulator";
import type { Command } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";
import { textOf } from "../output/text-of.ts";

export const stub: Command = {
  name: "stub",
  takes: "<scenario>",
  listWords: async () => (await import("@unspool/simulator")).readyMade(),
  summary: "a stand-in Messages API that plays a scenario",
  details:
    "Prints its address and the variables that lead a real claude, or any program that uses the API, to it; then a line\n" +
    "per answer, until Ctrl-C. It listens on 127.0.0.1 only. A scenario is a file (JSON or YAML), a ready-made name, or\n" +
    "the text itself.",
  flags: [
    { name: "port", short: "p", value: "number", help: "which port (default: a free one)" },
    { name: "subscription", help: "a token instead of a key: rate limits are told only then" },
    { name: "delay", value: "ms", help: "between two pieces of an answer" },
    { name: "list", help: "the names of the ready-made scenarios, and nothing else" },
    { name: "json", help: "one JSON object per line: the address first, then every answer" },
  ],
  examples: [
    ["unspool stub greeting", "a free port; paste the variables into the shell that runs claude"],
    ["unspool stub ./scenario.yaml --port 8080", "a scenario of your own"],
    ["unspool stub --list", "what is ready made"],
  ],
  async run(given, io) {
    const [simulator, { sanitize }, { jsonLine }] = await Promise.all([
      import("@unspool/simulator"),
      import("../terminal/sanitize.ts"),
      import("../output/json-line.ts"),
    ]);
    if (given.has("list")) {
      io.stdout.write(`${simulator.readyMade().join("\n")}\n`);
      return EXIT.ok;
    }
    const [source, stray] = given.words;
    if (source === undefined || stray !== undefined) {
      throw new UsageError("Which scenario? One file or name: unspool stub greeting (all names: unspool stub --list)");
    }
    const { findScenario } = await import("../source/find-scenario.ts");
    const scenario = await findScenario(source, io);
    const port = given.number("port", { isWhole: true, max: 65_535 });
    const delay = given.number("delay", { isWhole: true });
    const api = await simulator.startModelStub(scenario, {
      cwd: io.cwd,
      ...(port === undefined ? {} : { port }),
      ...(delay === undefined ? {} : { pieceDelayMs: delay }),
    });
    const env = api.env({ auth: given.has("subscription") ? "subscription" : "api-key" });
    const isJson = given.has("json");
    io.stdout.write(
      isJson
        ? `${jsonLine({ url: api.url, port: api.port, env }, io.stdout)}\n`
        : `${api.url}\n${Object.entries(env)
            .map(([name, value]) => `export ${name}=${value}\n`)
            .join("")}`,
    );
    api.onServed((answer) => {
      const line = isJson ? jsonLine(answer, io.stdout) : sanitize(lineOf(answer));
      io.stdout.write(`${line}\n`);
    });
    await until(io.signal);
    await api.close();
    return EXIT.ok;
  },
};

function lineOf({ purpose, agent, attempt, model, blocks, reach, status }: ServedAnswer): string {
  const who = agent.type === "main" ? "main" : `agent ${agent.toolUseId}`;
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  const said = blocks.map(({ block }) => textOf(block["type"])).join(", ");
  return `${status} ${reach}: ${purpose} of ${who}${again}, ${model}: ${said === "" ? "nothing" : said}`;
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((goOn) => {
    if (signal.aborted) return goOn();
    signal.addEventListener("abort", () => goOn(), { once: true });
  });
}

// `unspool stub`: serves the stand-in Messages API on loopback until Ctrl-C.

import type { ServedAnswer } from "@unspool/simulator";
import type { CommandDefinition } from "../cli/command.ts";
import { EXIT, UsageError } from "../cli/io.ts";
import { toText } from "../output/json-line.ts";

export const stub: CommandDefinition = {
  listCompletions: async () => (await import("@unspool/simulator")).readyMade(),
  details:
    "Prints its URL and the variables that make claude, or any program that uses the API, call it; then one line per reply,\n" +
    "until Ctrl-C. Listens on 127.0.0.1 only. A scenario is a file (JSON or YAML), a ready-made name, or the text itself.",
  flags: [
    { name: "port", short: "p", value: "number", help: "port (default: a free one)" },
    { name: "subscription", help: "use a token instead of a key; only then rate limits are reported" },
    { name: "delay", value: "ms", help: "delay between two pieces of a reply" },
    { name: "list", help: "list the names of the ready-made scenarios" },
    { name: "json", help: "print one JSON object per line: the URL, then every reply" },
  ],
  examples: [
    ["unspool stub greeting", "use a free port; paste the variables into the shell that runs claude"],
    ["unspool stub ./scenario.yaml --port 8080", "serve your own scenario"],
    ["unspool stub --list", "list the ready-made scenarios"],
  ],
  async run(given, io) {
    const [simulator, { sanitize }, { formatJsonLine }] = await Promise.all([
      import("@unspool/simulator"),
      import("../terminal/sanitize.ts"),
      import("../output/json-line.ts"),
    ]);
    if (given.has("list")) {
      io.stdout.write(`${simulator.readyMade().join("\n")}\n`);
      return EXIT.ok;
    }
    const [source, stray] = given.positionals;
    if (source === undefined || stray !== undefined) {
      throw new UsageError(
        "Give one scenario, a file or a name: unspool stub greeting (all names: unspool stub --list)",
      );
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
        ? `${formatJsonLine({ url: api.url, port: api.port, env }, io.stdout)}\n`
        : `${api.url}\n${Object.entries(env)
            .map(([name, value]) => `export ${name}=${value}\n`)
            .join("")}`,
    );
    api.onServed((answer) => {
      const line = isJson ? formatJsonLine(answer, io.stdout) : sanitize(formatReply(answer));
      io.stdout.write(`${line}\n`);
    });
    await waitForAbort(io.signal);
    await api.close();
    return EXIT.ok;
  },
};

function formatReply({ purpose, agent, attempt, model, blocks, reach, status }: ServedAnswer): string {
  const agentName = agent.type === "main" ? "main" : `agent ${agent.toolUseId}`;
  const retry = attempt > 1 ? `, attempt ${attempt}` : "";
  const types = blocks.map(({ block }) => toText(block["type"])).join(", ");
  return `${status} ${reach}: ${purpose} of ${agentName}${retry}, ${model}: ${types === "" ? "nothing" : types}`;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

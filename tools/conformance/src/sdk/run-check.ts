// Runs one check with one SDK in a sandbox. Returns the problems and all messages.

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Fault, Scenario } from "@unspool/simulator";
import { createSandbox } from "../clis/sandbox.ts";
import type { Check } from "./checks.ts";
import type { Seen } from "./order.ts";
import { stabilize } from "./stabilize.ts";
import type { Sdk, SdkMessage, Zod } from "./sdk-types.ts";

/** Timeout of a check. */
const PATIENCE_MS = 30_000;

export interface CheckRun {
  readonly problems: readonly string[];
  /** The messages without what differs from run to run. */
  readonly messages: readonly string[];
  /** Messages and callbacks in the order in which the reader saw them. */
  readonly seen: readonly Seen[];
}

export interface CheckVariant {
  /** Faults in addition to those of the scenario. */
  readonly faults?: readonly Fault[];
  /** Pause of the reader after each message. */
  readonly pause?: () => Promise<void>;
}

export async function runCheck(check: Check, sdk: Sdk, zod: Zod, ways: CheckVariant = {}): Promise<CheckRun> {
  const sandbox = createSandbox();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const messages: SdkMessage[] = [];
  const seen: Seen[] = [];
  const onMessage = (message: SdkMessage): void => {
    messages.push(message);
    seen.push({ isCallback: false, name: formatName(message) });
  };
  const note = (name: string): void => void seen.push({ isCallback: true, name });
  const options = (scenario: Scenario, more: Record<string, unknown> = {}): Record<string, unknown> => {
    const file = join(sandbox.root, "scenario.json");
    writeFileSync(file, JSON.stringify({ ...scenario, ...(ways.faults === undefined ? {} : { faults: ways.faults }) }));
    return {
      pathToClaudeCodeExecutable: simulatorProgram(),
      cwd: sandbox.workspace,
      permissionMode: "bypassPermissions",
      allowDangerouslySkipPermissions: true,
      abortController: stop,
      env: sandbox.environment({
        ANTHROPIC_API_KEY: "made-up",
        UNSPOOL_SIMULATE_SCENARIO: file,
        UNSPOOL_SIMULATE_STORE: join(sandbox.root, "store"),
      }),
      ...more,
    };
  };
  let problems: readonly string[];
  try {
    problems = await check({ sdk: overheard(sdk, onMessage, ways.pause), zod, options, note });
  } catch (error) {
    problems = [stop.signal.aborted ? `no end after ${PATIENCE_MS / 1000} s` : String(error)];
  } finally {
    clearTimeout(timer);
    await sandbox.remove();
  }
  return { problems, messages: stabilize(messages, sandbox.root), seen };
}

function simulatorProgram(): string {
  // Relative to the package, from `src` as from `dist`.
  return join(dirname(fileURLToPath(import.meta.resolve("@unspool/simulator"))), "../dist/bundle/claude.cjs");
}

/** Wraps an SDK and records the messages it yields. */
function overheard(sdk: Sdk, onMessage: (message: SdkMessage) => void, pause?: () => Promise<void>): Sdk {
  return {
    tool: (...words) => sdk.tool(...words),
    createSdkMcpServer: (options) => sdk.createSdkMcpServer(options),
    query(parameters) {
      const query = sdk.query(parameters);
      return {
        interrupt: () => query.interrupt(),
        setModel: (model) => query.setModel(model),
        async *[Symbol.asyncIterator]() {
          for await (const message of query) {
            onMessage(message);
            yield message;
            if (pause !== undefined) await pause();
          }
        },
      };
    },
  };
}

function formatName({ type, subtype, event, message }: SdkMessage): string {
  const content = message?.content;
  const blocks = Array.isArray(content) ? content.map((block: { readonly type?: string }) => block.type ?? "") : [];
  return [type, subtype ?? event?.type ?? "", ...blocks].filter(Boolean).join(" ");
}

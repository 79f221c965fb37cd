// Plays the demo: a simulated session through client and view, as `unspool run` does, with an introduction and next steps.

import { createClaude, type PermissionCallback } from "@unspool/client";
import { spawnSimulated } from "@unspool/simulator";
import { DENIAL_MESSAGE } from "../approval/prompt.ts";
import type { Io } from "../cli/io.ts";
import { createKeyQuestions, nextTick } from "../run/key-questions.ts";
import { keepProcessAlive, sleep, SYSTEM_CLOCK } from "../terminal/clock.ts";
import { hasKeys } from "../terminal/keys.ts";
import { createPainter, span, type Line } from "../terminal/style.ts";
import type { ViewFlagValues } from "../view/flags.ts";
import { createLiveRenderer, type LiveRenderer } from "../view/live-renderer.ts";
import { wrap } from "../terminal/wrap.ts";
import { DEMO_PROMPT, createDemoScenario } from "./scenario.ts";

export interface DemoOptions extends ViewFlagValues {
  readonly isFast: boolean;
}

/** How long the permission prompt waits for a key. */
const ANSWER_TIMEOUT_MS = 6000;
/** The fictitious folder of the session. */
const FOLDER = "/home/you/shop";

/** The command in a clone, where `npx` would download whatever package has this name. */
const IN_A_CLONE = "node packages/cli/dist/bundle/unspool.mjs";

/** Returns the next commands to try. In a clone `unspool` is not on the PATH. */
function createNextSteps(env: Io["env"]): readonly (readonly [command: string, what: string])[] {
  const isClone = env["npm_lifecycle_event"] === "start";
  const unspool = isClone ? IN_A_CLONE : "unspool";
  return [
    [
      isClone ? 'npm start -- "Explain this folder"' : 'unspool run "Explain this folder"',
      "one turn with your own claude, live like this",
    ],
    [`${unspool} stats`, "what your sessions have cost so far"],
    [`${unspool} --help`, "everything else"],
  ];
}

/** Plays the demo. Resolves with false if it was interrupted. */
export async function playDemo(io: Io, { isFast, ...choices }: DemoOptions): Promise<boolean> {
  const hasKeyboard = hasKeys(io.stdin) && !isFast;
  const keys = createKeyQuestions(io, {
    folder: FOLDER,
    clock: SYSTEM_CLOCK,
    allowsAfter: (signal) => sleep(SYSTEM_CLOCK, ANSWER_TIMEOUT_MS, signal),
    allowsAfterHint: "allowed by itself in a moment",
  });
  const allow: PermissionCallback = async (request) => {
    // Lets the view show the request first.
    await nextTick();
    renderer.note("nobody is there to press a key: allowed", "call");
    return request.allow();
  };
  /** The message of a denial, which becomes the next prompt. */
  let refusal: string | undefined;
  const decide: PermissionCallback = async (request) => {
    const answer = await keys.decide(request);
    if (answer.behavior !== "deny" || isInterrupted) return answer;
    refusal = answer.message.replace(DENIAL_MESSAGE, "No");
    return { ...answer, interrupt: true };
  };
  const session = createClaude({
    spawn: spawnSimulated({ scenario: createDemoScenario(), seed: 1, speed: isFast ? 0 : 1 }),
    cwd: FOLDER,
    persist: false,
    forwardAgentText: true,
    permissions: hasKeyboard ? decide : allow,
    // A simulated program needs no time to shut down.
    shutdown: { graceMs: 100, killMs: 100 },
  }).session();
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    // The turn may just have ended.
    session.interrupt().catch(() => undefined);
  };
  io.signal.addEventListener("abort", interrupt, { once: true });
  const renderer = createLiveRenderer(io, {
    ...choices,
    folder: FOLDER,
    now: isFast ? undefined : () => SYSTEM_CLOCK.now(),
    hint: () => keys.hint() || "Ctrl-C ends",
    ...(hasKeyboard ? keys.drawn : {}),
  });
  keys.attach(renderer, interrupt);
  renderer.print(renderIntroduction(io, renderer));
  session.subscribe((event) => renderer.push(event));
  const release = keepProcessAlive(SYSTEM_CLOCK);
  try {
    await session.ask(DEMO_PROMPT, { reject: false });
    if (refusal !== undefined && !isInterrupted) await session.ask(refusal, { reject: false });
  } finally {
    await session.close();
    renderer.end();
    io.signal.removeEventListener("abort", interrupt);
    release();
  }
  if (!isInterrupted) io.stdout.write(`${renderNextSteps(io, renderer).join("\n")}\n`);
  await renderer.drained();
  return !isInterrupted;
}

function renderIntroduction(io: Io, renderer: LiveRenderer): string[] {
  const text = [
    span("unspool demo", "bold"),
    span(": a simulated session. No claude runs, nothing is spent and nothing is changed; the figures are made up."),
  ];
  return [...wrap(text, getColumns(io)).map(createPainter(renderer.isColoured)), ""];
}

function renderNextSteps(io: Io, renderer: LiveRenderer): string[] {
  const width = getColumns(io);
  const isNarrow = width < 84;
  const next = createNextSteps(io.env);
  const longest = Math.max(...next.map(([command]) => command.length));
  const lines = next.flatMap(([command, what]): Line[] =>
    isNarrow
      ? [[span(`  ${command}`, "bold")], ...wrap([span(what, "dim")], width, [span("    ")])]
      : [[span(`  ${command.padEnd(longest)}  `, "bold"), span(what, "dim")]],
  );
  const all: Line[] = [[], [span("It cost nothing. Try next:")], ...lines];
  return all.map(createPainter(renderer.isColoured));
}

function getColumns({ stdout }: Io): number {
  return stdout.isTTY === true ? Math.max(20, stdout.columns ?? 80) - 1 : 100;
}

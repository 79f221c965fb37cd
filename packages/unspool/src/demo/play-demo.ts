// Plays the demonstration: client, simulator and view, as `unspool run` puts them together, with words around it.

import { createClaude, type PermissionCallback } from "@unspool/client";
import { spawnSimulated } from "@unspool/simulator";
import { DENIAL } from "../approval/prompt.ts";
import type { Io } from "../cli/io.ts";
import { createKeyQuestions, nextRound } from "../run/ask-by-key.ts";
import { holdOpen, sleep, SYSTEM_CLOCK } from "../terminal/clock.ts";
import { hasKeys } from "../terminal/keys.ts";
import { createPainter, span, type Line } from "../terminal/style.ts";
import type { ViewChoices } from "../view/flags.ts";
import { createShow, type Show } from "../view/show.ts";
import { wrap } from "../view/wrap.ts";
import { DEMO_PROMPT, demoScenario } from "./scenario.ts";

export interface DemoOptions extends ViewChoices {
  readonly isFast: boolean;
}

/** So long the question waits for a key. */
const PATIENCE_MS = 6000;
/** Where things happen; made up, as everything else. */
const FOLDER = "/home/you/shop";

/** As it is started in a clone, where `npx` would fetch whatever has this name. */
const IN_A_CLONE = "node packages/unspool/dist/bundle/unspool.mjs";

/** By the names the command has here: in a clone it is not on the PATH. */
function whatNext(env: Io["env"]): readonly (readonly [command: string, what: string])[] {
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

/** @returns whether it was played to its end */
export async function playDemo(io: Io, { isFast, ...choices }: DemoOptions): Promise<boolean> {
  const hasKeyboard = hasKeys(io.stdin) && !isFast;
  const keys = createKeyQuestions(io, {
    folder: FOLDER,
    clock: SYSTEM_CLOCK,
    allowsAfter: (signal) => sleep(SYSTEM_CLOCK, PATIENCE_MS, signal),
    allowsAfterHint: "allowed by itself in a moment",
  });
  const allow: PermissionCallback = async (request) => {
    // The question itself is shown first.
    await nextRound();
    show.note("nobody is there to press a key: allowed", "call");
    return request.allow();
  };
  /** What the person said instead of allowing the change: the story goes on without it. */
  let refusal: string | undefined;
  const decide: PermissionCallback = async (request) => {
    const answer = await keys.decide(request);
    if (answer.behavior !== "deny" || isInterrupted) return answer;
    refusal = answer.message.replace(DENIAL, "No");
    return { ...answer, interrupt: true };
  };
  const session = createClaude({
    spawn: spawnSimulated({ scenario: demoScenario(), seed: 1, speed: isFast ? 0 : 1 }),
    cwd: FOLDER,
    persist: false,
    forwardAgentText: true,
    permissions: hasKeyboard ? decide : allow,
    // Nothing is lost with a simulated program: it need not be given time to end.
    shutdown: { graceMs: 100, killMs: 100 },
  }).session();
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    // The turn may just have ended.
    session.interrupt().catch(() => undefined);
  };
  io.signal.addEventListener("abort", interrupt, { once: true });
  const show = createShow(io, {
    ...choices,
    folder: FOLDER,
    now: isFast ? undefined : () => SYSTEM_CLOCK.now(),
    hint: () => keys.hint() || "Ctrl-C ends",
    ...(hasKeyboard ? keys.drawn : {}),
  });
  keys.use(show, interrupt);
  show.print(wordsBefore(io, show));
  session.subscribe((event) => show.push(event));
  const letGo = holdOpen(SYSTEM_CLOCK);
  try {
    await session.ask(DEMO_PROMPT, { reject: false });
    if (refusal !== undefined && !isInterrupted) await session.ask(refusal, { reject: false });
  } finally {
    await session.close();
    show.end();
    io.signal.removeEventListener("abort", interrupt);
    letGo();
  }
  if (!isInterrupted) io.stdout.write(`${wordsAfter(io, show).join("\n")}\n`);
  await show.drained();
  return !isInterrupted;
}

function wordsBefore(io: Io, show: Show): string[] {
  const words = [
    span("unspool demo", "bold"),
    span(": a simulated session. No claude runs, nothing is spent and nothing is changed; the figures are made up."),
  ];
  return [...wrap(words, columns(io)).map(createPainter(show.isColoured)), ""];
}

function wordsAfter(io: Io, show: Show): string[] {
  const width = columns(io);
  const isNarrow = width < 84;
  const next = whatNext(io.env);
  const longest = Math.max(...next.map(([command]) => command.length));
  const lines = next.flatMap(([command, what]): Line[] =>
    isNarrow
      ? [[span(`  ${command}`, "bold")], ...wrap([span(what, "dim")], width, [span("    ")])]
      : [[span(`  ${command.padEnd(longest)}  `, "bold"), span(what, "dim")]],
  );
  const all: Line[] = [[], [span("It cost nothing. Try next:")], ...lines];
  return all.map(createPainter(show.isColoured));
}

function columns({ stdout }: Io): number {
  return stdout.isTTY === true ? Math.max(20, stdout.columns ?? 80) - 1 : 100;
}

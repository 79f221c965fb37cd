// Generates one session as lines of its file, the files of its agents, and a fork of it.

import { attachment, assistant, costState, note, queueOperation, user } from "./lines.mjs";
import { sampleText } from "./text.mjs";

const VERSIONS = ["1.0.128", "2.0.76", "2.1.74", "2.1.325", "2.1.325"];
const MODELS = {
  "1.0.128": ["claude-sonnet-4-20250514", "claude-opus-4-1-20250805"],
  "2.0.76": ["claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"],
  "2.1.74": ["claude-sonnet-4-6", "claude-opus-4-6"],
  "2.1.325": ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"],
};
const TOOLS = ["Bash", "Read", "Edit", "Grep", "Write", "Glob", "mcp__files__list", "WebSearch"];

export function conversation(random, { cwd, textBytes, start }) {
  const version = random.pick(VERSIONS);
  const session = {
    id: random.uuid(),
    version,
    cwd,
    textBytes,
    now: start,
    start,
    lines: [],
    agents: [],
    parent: null,
    count: { models: {}, costUsd: 0 },
    saved: { models: {}, costUsd: 0 },
  };
  notes(random, session);
  const turns = 1 + random.skewed(4);
  for (let turn = 0; turn < turns; turn += 1) {
    say(random, session);
    if (version !== "2.1.325" || (turn < turns - 1 && !random.chance(0.15))) continue;
    // The process ends, and the session is resumed later. A killed process saves nothing.
    if (random.chance(0.1)) session.count = structuredClone(session.saved);
    else save(session);
    session.now += 3_600_000 * random.below(30);
  }
  return session;
}

function save(session) {
  session.lines.push(costState(session));
  session.saved = structuredClone(session.count);
}

/** One turn: a prompt, and messages with calls until one has none. */
function say(random, session, { agent, prompt } = {}) {
  const at = { ...session, agent };
  const put = (line) => {
    session.parent = line.uuid;
    session.lines.push(JSON.stringify(line));
  };
  const tick = (mean) => (session.now += 20 + random.skewed(mean));
  if (session.version !== "1.0.128" && agent === undefined) session.lines.push(...queueOperation(session));
  put(user(random, { ...at, parent: session.parent, now: tick(2000) }, prompt ?? createPrompt(random)));
  if (session.version === "2.1.325" && random.chance(0.5))
    put(attachment(random, { ...at, parent: session.parent, now: session.now }));
  const model = random.pick(MODELS[session.version]);
  for (let step = random.skewed(4); step >= 0; step -= 1) {
    const calls = step === 0 ? [] : createCalls(random, agent);
    const message = {
      id: `msg_${random.letters(24)}`,
      requestId: `req_${random.letters(24)}`,
      model,
      usage: createUsage(random),
    };
    const isCut = session.version === "2.1.325" && random.chance(0.01);
    const blocks = [
      ...(random.chance(0.5)
        ? [{ type: "thinking", thinking: sampleText(random, 200), signature: random.letters(20 + random.skewed(300)) }]
        : []),
      ...(random.chance(0.6) || calls.length === 0 ? [{ type: "text", text: sampleText(random, 300) }] : []),
      ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
    ];
    for (const [place, block] of blocks.entries()) {
      const isLast = place === blocks.length - 1;
      put(assistant(random, { ...at, parent: session.parent, now: tick(500), isLast, isCut, place }, message, block));
    }
    if (!isCut) charge(session, model, message.usage);
    // A title or a summary: a request without a message.
    if (random.chance(0.05)) charge(session, "claude-haiku-4-5", createUsage(random));
    for (const call of calls) {
      if (random.chance(0.02)) continue; // interrupted
      if (call.name === "Agent") session.agents.push(createAgent(random, session, call));
      const content = sampleText(random, session.textBytes);
      put(
        user(random, { ...at, parent: session.parent, now: tick(4000) }, undefined, {
          ...call,
          content,
          isError: random.chance(0.08),
        }),
      );
    }
    if (session.version !== "1.0.128" && random.chance(0.1)) session.lines.push(...note(session));
  }
  if (random.chance(0.05))
    put(
      assistant(random, { ...at, parent: session.parent, now: tick(10) }, synthetic(random), {
        type: "text",
        text: "API Error: 529",
      }),
    );
}

function synthetic(random) {
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return { id: random.uuid(), model: "<synthetic>", usage };
}

function createCalls(random, agent) {
  return Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => {
    const name = agent === undefined && random.chance(0.06) ? "Agent" : random.pick(TOOLS);
    const input =
      name === "Agent"
        ? { description: "look", prompt: sampleText(random, 200), subagent_type: "Explore" }
        : { command: sampleText(random, 80) };
    return { id: `toolu_${random.letters(24)}`, name, input };
  });
}

function createUsage(random) {
  const hour = random.chance(0.3) ? random.skewed(2000) : 0;
  return {
    input_tokens: random.skewed(30),
    cache_creation_input_tokens: random.skewed(3000) + hour,
    cache_read_input_tokens: random.skewed(60_000),
    output_tokens: 2 + random.skewed(400),
    hour,
    searches: random.chance(0.02) ? 1 : 0,
  };
}

/** Counts as the CLI does: messages that were not cut off, by the model's price. The prices themselves do not matter here. */
function charge(session, model, usage) {
  const own = (session.count.models[model] ??= {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    cacheCreationEphemeral1hInputTokens: 0,
    webSearchRequests: 0,
    costUSD: 0,
  });
  own.inputTokens += usage.input_tokens;
  own.outputTokens += usage.output_tokens;
  own.cacheReadInputTokens += usage.cache_read_input_tokens;
  own.cacheCreationInputTokens += usage.cache_creation_input_tokens;
  own.cacheCreationEphemeral1hInputTokens += usage.hour;
  own.webSearchRequests += usage.searches;
  const cost =
    (usage.input_tokens * 4 +
      usage.output_tokens * 20 +
      usage.cache_read_input_tokens * 0.2 +
      usage.cache_creation_input_tokens * 5) /
    1e6;
  own.costUSD += cost;
  session.count.costUsd += cost;
}

function createPrompt(random) {
  if (random.chance(0.05)) return "<command-name>/compact</command-name>";
  if (random.chance(0.03)) return "[Request interrupted by user]";
  return sampleText(random, 120);
}

function notes(random, session) {
  if (session.version === "1.0.128" && random.chance(0.3)) {
    session.lines.push(JSON.stringify({ type: "summary", summary: sampleText(random, 40), leafUuid: random.uuid() }));
  }
}

/** The file of an agent: in the session's folder from 2.1 on, beside it in 2.0, none in 1.x. */
function createAgent(random, session, call) {
  const id = session.version === "2.0.76" ? `a${random.hex(6)}` : `a${random.hex(16)}`;
  const kind = "Explore";
  const own = { ...session, lines: [], agents: [], parent: null };
  say(random, own, { agent: { id, kind }, prompt: call.input.prompt });
  const hasMeta = session.version.startsWith("2.1");
  return {
    id,
    lines: own.lines,
    isBeside: !hasMeta,
    meta: hasMeta ? { agentType: kind, toolUseId: call.id } : undefined,
  };
}

/** Copies lines to a new session. 1.0.128 drops the request's id and writes its own time. */
export function forkSession(random, session) {
  const id = random.uuid();
  const own = {
    ...session,
    id,
    lines: [],
    agents: [],
    now: session.now + 60_000,
    count: structuredClone(session.saved),
  };
  if (session.version !== "1.0.128") own.lines.push(...queueOperation(own));
  for (const line of session.lines) {
    const entry = JSON.parse(line);
    if (entry.uuid === undefined) continue;
    entry.sessionId = id;
    if (session.version === "1.0.128") {
      delete entry.requestId;
      delete entry.toolUseResult;
      entry.timestamp = new Date(own.now).toISOString();
    }
    own.lines.push(JSON.stringify(entry));
  }
  say(random, own);
  if (session.version === "2.1.325") save(own);
  return own;
}

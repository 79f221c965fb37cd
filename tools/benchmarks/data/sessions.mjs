// The sessions for the decoder's benchmarks. Each is endless: the reader takes as much as it needs.

import { createConversation } from "./conversation.mjs";
import { createRandom } from "./random.mjs";
import { JAPANESE } from "./text.mjs";

/** A partial-message stream: 95 of 100 lines are deltas of about 300 bytes, in blocks of thinking, text and tool input. */
export function* deltaSession(seed = 1) {
  const random = createRandom(seed);
  const talk = createConversation(random);
  const pieces = (from, to) => talk.text.pieces(random.integer(from, to));
  yield talk.line("system/init");
  for (;;) {
    for (let count = random.integer(2, 6); count > 0; count -= 1) {
      const call = talk.call(random.integer(60, 140));
      yield* talk.streamedMessage([talk.thinking(pieces(40, 160)), talk.words(pieces(60, 160)), call]);
      yield talk.toolResult(call.id, random.spread(50, 500));
    }
    yield talk.turnEnd();
  }
}

/** A partial-message stream in Japanese: nearly every line has characters outside ASCII. */
export function* foreignSession(seed = 4) {
  const random = createRandom(seed);
  const talk = createConversation(random, JAPANESE);
  const pieces = (from, to) => talk.text.pieces(random.integer(from, to));
  yield talk.line("system/init");
  for (;;) yield* talk.streamedMessage([talk.thinking(pieces(40, 160)), talk.words(pieces(60, 160))]);
}

/** A typical session: streamed messages, tool results of 0.2 to 20 KB, system lines, and in each turn two agents. */
export function* mixedSession(seed = 2) {
  const random = createRandom(seed);
  const talk = createConversation(random);
  const pieces = (from, to) => talk.text.pieces(random.integer(from, to));
  yield talk.line("system/init");
  for (;;) {
    for (let count = random.integer(4, 12); count > 0; count -= 1) {
      const calls = Array.from({ length: random.integer(1, 2) }, () => talk.call(random.spread(4, 80)));
      yield talk.line("system/thinking_tokens");
      yield* talk.streamedMessage([talk.thinking(pieces(5, 40)), talk.words(pieces(3, 30)), ...calls]);
      for (const { id } of calls) yield talk.toolResult(id, random.spread(200, 20_000));
    }
    yield* twoAgents(random, talk);
    if (random.isLikely(0.1)) yield talk.line("system/api_retry");
    yield* talk.streamedMessage([talk.words(pieces(30, 120))]);
    yield talk.turnEnd();
  }
}

/**
 * A session without partial messages: finished lines, and tool results of source code, by default of 1 to 200 KB.
 */
export function* blockSession(seed = 3, shortest = 1000, longest = 200_000) {
  const random = createRandom(seed);
  const talk = createConversation(random);
  const whole = (from, to) => [talk.text.prose(random.spread(from, to))];
  yield talk.line("system/init");
  for (;;) {
    for (let count = random.integer(4, 12); count > 0; count -= 1) {
      const call = talk.call(random.spread(4, 80));
      yield* talk.finishedMessage([talk.thinking(whole(100, 2000)), talk.words(whole(50, 1000)), call]);
      yield talk.toolResult(call.id, random.spread(shortest, longest));
    }
    yield talk.turnEnd();
  }
}

/** The main agent starts two agents, whose finished lines interleave until both report. */
function* twoAgents(random, talk) {
  const calls = [talk.call(20, "Agent"), talk.call(20, "Agent")];
  yield* talk.streamedMessage([talk.words(talk.text.pieces(6)), ...calls]);
  const agents = calls.map(({ id }) => ({ toolUseId: id, taskId: random.uuid().replaceAll("-", "").slice(0, 17) }));
  for (const { toolUseId, taskId } of agents) {
    yield talk.line("system/task_started", { task_id: taskId, tool_use_id: toolUseId });
    yield talk.line("user/text/agent", { parent_tool_use_id: toolUseId, agent_id: taskId });
  }
  for (let step = random.integer(6, 16); step > 0; step -= 1) {
    const agent = random.pick(agents);
    const call = talk.call(random.spread(2, 20));
    yield* talk.finishedMessage([talk.words([talk.text.prose(random.spread(20, 400))]), call], agent);
    yield talk.line("system/task_progress", { task_id: agent.taskId, tool_use_id: agent.toolUseId });
    yield talk.toolResult(call.id, random.spread(200, 20_000), agent);
  }
  for (const { toolUseId, taskId } of agents) {
    yield talk.line("system/task_updated", { task_id: taskId });
    yield talk.line("system/task_notification", { task_id: taskId, tool_use_id: toolUseId });
    yield talk.toolResult(toolUseId, random.spread(500, 3000));
  }
}

// Generates the lines of one session as CLI 2.1.325 writes them: shapes from recordings, random texts and ids.

import { getShape } from "./shapes.mjs";
import { createText } from "./text.mjs";

/**
 * A session. Every method returns lines without LF.
 * @param {ReturnType<import("./random.mjs").createRandom>} random
 * @param {readonly string[]} [vocabulary] the words of its prose
 */
export function createConversation(random, vocabulary) {
  const text = createText(random, vocabulary);
  const sessionId = random.uuid();
  let seconds = 0;
  let costUsd = 0;

  /** A line of a recorded kind with some fields replaced. */
  function line(kind, fields = {}) {
    return JSON.stringify({ ...getShape(kind), session_id: sessionId, uuid: random.uuid(), ...fields });
  }

  function usage() {
    return {
      input_tokens: random.integer(3, 40),
      cache_creation_input_tokens: random.integer(0, 9000),
      cache_read_input_tokens: random.integer(10_000, 150_000),
      output_tokens: random.integer(1, 4000),
    };
  }

  function timestamp() {
    seconds += random.next();
    return new Date(Date.UTC(2026, 10, 15) + seconds * 1000).toISOString();
  }

  function assistant(message, content, agent) {
    const kind = `assistant/${content.type}`;
    const shape = getShape(agent === null ? kind : "assistant/tool_use/agent");
    return line(agent === null ? kind : "assistant/tool_use/agent", {
      message: { ...shape.message, id: message.id, content: [content], usage: usage() },
      ...(agent === null ? {} : { parent_tool_use_id: agent.toolUseId, agent_id: agent.taskId }),
      timestamp: timestamp(),
      request_id: message.requestId,
    });
  }

  function newMessage() {
    return { id: random.id("msg"), requestId: random.id("req") };
  }

  /** A message that arrives in pieces. `blocks` come from `thinking`, `words` and `call`. */
  function* streamedMessage(blocks) {
    const message = newMessage();
    const streamEvent = (event, kind = `stream_event/${event.type}`) =>
      line(kind, { event, api_message_id: message.id });
    yield line("system/status");
    const { message: start } = getShape("stream_event/message_start").event;
    yield streamEvent({ type: "message_start", message: { ...start, id: message.id, usage: usage() } });
    for (const [index, { empty, delta, pieces, finish }] of blocks.entries()) {
      yield streamEvent({ type: "content_block_start", index, content_block: empty });
      const kind = `stream_event/content_block_delta/${delta}`;
      for (const piece of pieces) {
        yield streamEvent(
          { type: "content_block_delta", index, delta: { type: delta, [getField(delta)]: piece } },
          kind,
        );
      }
      const content = finish(pieces.join(""));
      if (content.type === "thinking") {
        const signed = { type: "signature_delta", signature: content.signature };
        yield streamEvent({ type: "content_block_delta", index, delta: signed }, kind.replace(delta, signed.type));
      }
      yield assistant(message, content, null);
      yield streamEvent({ type: "content_block_stop", index });
    }
    const stop = { stop_reason: "tool_use", stop_sequence: null };
    yield streamEvent({ type: "message_delta", delta: stop, usage: usage() });
    yield streamEvent({ type: "message_stop" });
  }

  /** A message of finished lines only: without partials, and for every sub-agent. */
  function* finishedMessage(blocks, agent = null) {
    const message = newMessage();
    for (const { pieces, finish } of blocks) yield assistant(message, finish(pieces.join("")), agent);
  }

  function thinking(pieces) {
    const signature = random.id("sig").repeat(8);
    return {
      empty: { type: "thinking", thinking: "", signature: "" },
      delta: "thinking_delta",
      pieces,
      finish: (whole) => ({ type: "thinking", thinking: whole, signature }),
    };
  }

  /** A call that writes a file: its input is code within JSON. */
  function call(pieceCount, name = "Write") {
    const id = random.id("toolu");
    const input = { file_path: "/project/src/lane.ts", content: text.code(pieceCount * 20) };
    const json = JSON.stringify(input);
    const size = Math.ceil(json.length / pieceCount);
    const pieces = Array.from({ length: pieceCount }, (_, place) => json.slice(place * size, (place + 1) * size));
    return {
      id,
      empty: { type: "tool_use", id, name, input: {} },
      delta: "input_json_delta",
      pieces: pieces.filter((piece) => piece !== ""),
      finish: () => ({ type: "tool_use", id, name, input }),
    };
  }

  /** A tool result. For the main agent the CLI repeats it under `tool_use_result`. */
  function toolResult(toolUseId, length, agent = null) {
    const output = text.code(length);
    const content = [{ tool_use_id: toolUseId, type: "tool_result", content: output, is_error: random.isLikely(0.05) }];
    const fields = { message: { role: "user", content }, timestamp: timestamp() };
    if (agent !== null) {
      const origin = { parent_tool_use_id: agent.toolUseId, agent_id: agent.taskId };
      return line("user/tool_result/agent", { ...fields, ...origin });
    }
    const structured = { ...getShape("user/tool_result").tool_use_result, stdout: output };
    return line("user/tool_result", { ...fields, tool_use_result: structured });
  }

  function turnEnd() {
    costUsd += random.next();
    return line("result/success", { total_cost_usd: costUsd, result: text.prose(400), usage: usage() });
  }

  return { line, text, streamedMessage, finishedMessage, thinking, words, call, toolResult, turnEnd };
}

function words(pieces) {
  return {
    empty: { type: "text", text: "" },
    delta: "text_delta",
    pieces,
    finish: (whole) => ({ type: "text", text: whole }),
  };
}

function getField(delta) {
  return { text_delta: "text", thinking_delta: "thinking", input_json_delta: "partial_json" }[delta];
}

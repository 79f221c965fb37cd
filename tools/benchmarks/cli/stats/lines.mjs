// Writes the lines of a transcript with the keys and key order of their version.

function envelope({ agent, version, cwd, id, parent }) {
  const common = { parentUuid: parent, isSidechain: agent !== undefined };
  const place = { userType: "external", cwd, sessionId: id, version, gitBranch: "main" };
  const isOld = version === "1.0.128" || version === "2.0.76";
  const own = agent === undefined || version === "1.0.128" ? {} : { agentId: agent.id };
  return isOld
    ? [{ ...common, ...place, ...own }, {}]
    : [
        { ...common, ...own },
        { ...place, ...(version === "2.1.325" ? { entrypoint: "cli" } : {}) },
      ];
}

export function assistant(random, at, message, block) {
  const [head, tail] = envelope(at);
  const { isLast = true, isCut = false, place = 0, version, agent } = at;
  const { hour = 0, searches = 0, ...counts } = message.usage;
  // 2.1.74 and older have the output tokens only in the last line; 1.0.128 by chance.
  const isFinal = isCut ? false : version === "2.1.325" || isLast || (version === "1.0.128" && random.chance(0.5));
  const usage = {
    ...counts,
    output_tokens: isFinal ? counts.output_tokens : 1,
    ...(version.startsWith("2.1")
      ? {
          server_tool_use: { web_search_requests: isFinal ? searches : 0, web_fetch_requests: 0 },
          service_tier: "standard",
          cache_creation: {
            ephemeral_1h_input_tokens: hour,
            ephemeral_5m_input_tokens: counts.cache_creation_input_tokens - hour,
          },
          speed: "standard",
        }
      : {}),
  };
  return {
    ...head,
    message: {
      id: message.id,
      type: "message",
      role: "assistant",
      model: message.model,
      content: [block],
      stop_reason: isFinal ? "end_turn" : null,
      stop_sequence: null,
      usage,
    },
    ...(version === "2.1.325" ? { apiBlockIndex: place } : {}),
    ...(message.requestId === undefined ? {} : { requestId: message.requestId }),
    ...(agent !== undefined && version === "2.1.325" ? { attributionAgent: agent.kind } : {}),
    type: "assistant",
    uuid: random.uuid(),
    timestamp: new Date(at.now).toISOString(),
    ...(isCut ? { isAbortedMidStream: true } : {}),
    ...(message.model === "<synthetic>" ? { isApiErrorMessage: true } : {}),
    ...tail,
  };
}

export function user(random, at, prompt, result) {
  const [head, tail] = envelope(at);
  const content =
    result === undefined
      ? random.chance(0.5)
        ? prompt
        : [{ type: "text", text: prompt }]
      : [
          {
            tool_use_id: result.id,
            type: "tool_result",
            content: random.chance(0.3) ? [{ type: "text", text: result.content }] : result.content,
            ...(result.isError || random.chance(0.5) ? { is_error: result.isError } : {}),
          },
        ];
  return {
    ...head,
    ...(at.version.startsWith("2.1") ? { promptId: random.uuid() } : {}),
    type: "user",
    message: { role: "user", content },
    uuid: random.uuid(),
    timestamp: new Date(at.now).toISOString(),
    ...(result === undefined
      ? {}
      : { toolUseResult: { stdout: result.content, stderr: "", interrupted: false, isImage: false } }),
    ...(result === undefined && random.chance(0.04) ? { isMeta: true } : {}),
    ...tail,
  };
}

export function attachment(random, at) {
  const [head, tail] = envelope(at);
  const text = '<system-reminder>{"type":"assistant","message":{"usage":{"output_tokens":9}}}</system-reminder>';
  return {
    ...head,
    attachment: { type: "environment", snapshot: { platform: "linux" } },
    type: "attachment",
    uuid: random.uuid(),
    timestamp: new Date(at.now).toISOString(),
    rendered: [{ content: text }],
    ...tail,
  };
}

export function queueOperation({ id, now }) {
  const common = { timestamp: new Date(now).toISOString(), sessionId: id };
  return ["enqueue", "dequeue"].map((operation) => JSON.stringify({ type: "queue-operation", operation, ...common }));
}

export function note({ id }) {
  return [
    JSON.stringify({ type: "last-prompt", lastPrompt: "go on", sessionId: id }),
    JSON.stringify({ type: "mode", mode: "normal", sessionId: id }),
  ];
}

export function costState({ id, count: { models, costUsd }, start }) {
  return JSON.stringify({
    type: "cost-state",
    sessionId: id,
    totalCostUSD: costUsd,
    totalAPIDuration: 1,
    startTime: start,
    modelUsage: models,
    hasUnknownModelCost: false,
  });
}

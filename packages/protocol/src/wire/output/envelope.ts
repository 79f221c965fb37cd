// Fields that wire messages share: the session and agent they belong to, and the prompt they answer.
// Nothing here is required: 1.x lacks the later fields, and documented streams have no envelope at all.

/** The head of nearly every message. */
export interface Envelope {
  /** This line's own id. A finished assistant line does not share it with the stream events before it. @checked optional */
  readonly uuid?: string;
  /** @checked optional */
  readonly session_id?: string;
}

/** The head of a system line of kind `Subtype`. */
export interface SystemEnvelope<Subtype extends string> extends Envelope {
  readonly type: "system";
  readonly subtype: Subtype;
  /** Observed in Qwen Code 0.24.4. */
  readonly parent_tool_use_id?: null;
}

/** The agent a message belongs to. */
export interface AgentEnvelope extends Envelope {
  /** The tool call that started the sub-agent; null for the main agent. @checked optional */
  readonly parent_tool_use_id?: string | null;
  /** On sub-agent lines only. @since 2.1.325 */
  readonly agent_id?: string;
  /** @since 2.1.200 */
  readonly subagent_type?: string;
  /** The `description` given in the call that started the sub-agent. @since 2.1.200 */
  readonly task_description?: string;
}

/** The prompts a message answers, by the `uuid` their senders gave them. */
export interface PromptReference {
  /** @since 2.1.250 */
  readonly user_message_uuid?: string;
  /** All prompts, at most 64, if several queued ones were answered together. @since 2.1.325 */
  readonly user_message_uuids?: readonly string[];
  /** Why the turn began without a new prompt. */
  readonly resume_reason?: string;
}

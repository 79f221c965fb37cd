// Every message the CLI can write on stdout, as one union discriminated on `type` (and `subtype`).
// Required fields: the discriminants, and what every recording (1.0.128, 2.1.74, 2.1.325) and every documented example of
// a message has. A message in none of them requires the declared ids and its payload.
// The types are the only description of the wire: `generated/` is generated from them. `@checked` marks a field that the
// translator relies on: a line without it, or with another type, is malformed. With `@checked optional`, only another type
// is malformed. The discriminants of system lines, blocks, stream events and requests are always checked.
// `@since` names the oldest measured CLI version that was seen to write a field or message. Without the tag, 1.0.128 or
// older wrote it already, or no measured CLI does.
// The set grows almost weekly; a type or subtype outside it is an ordinary outcome of parsing, not part of the union.

import type { AssistantMessage } from "./assistant.ts";
import type { ControlRequestMessage } from "./control-request.ts";
import type { ControlCancelMessage, ControlResponseMessage, KeepAliveMessage } from "./control.ts";
import type { SystemInit } from "./init.ts";
import type {
  ActiveGoalMessage,
  CommandLifecycleMessage,
  ToolProgressMessage,
  ToolUseSummaryMessage,
} from "./progress.ts";
import type { RateLimitMessage } from "./rate-limit.ts";
import type { ResultMessage } from "./result.ts";
import type {
  AttachmentMessage,
  AuthStatusMessage,
  ConversationResetMessage,
  PromptSuggestionMessage,
  TranscriptMirrorMessage,
  UndescribedMessage,
} from "./session-line.ts";
import type { StreamEventMessage } from "./stream-event.ts";
import type { SystemHookMessage } from "./system-hook.ts";
import type { SystemModelMessage } from "./system-model.ts";
import type { SystemNoticeMessage } from "./system-notice.ts";
import type { SystemSessionMessage } from "./system-session.ts";
import type { SystemTaskMessage } from "./system-task.ts";
import type { UserMessage } from "./user.ts";

/** Every system line, discriminated on `subtype`. */
export type SystemMessage =
  | SystemInit
  | SystemSessionMessage
  | SystemModelMessage
  | SystemTaskMessage
  | SystemHookMessage
  | SystemNoticeMessage;

/** Every line of the control protocol. */
export type ControlMessage = ControlRequestMessage | ControlResponseMessage | ControlCancelMessage | KeepAliveMessage;

/** Every line, discriminated on `type`. */
export type OutputMessage =
  | AssistantMessage
  | UserMessage
  | StreamEventMessage
  | ResultMessage
  | SystemMessage
  | ControlMessage
  | ToolProgressMessage
  | ToolUseSummaryMessage
  | CommandLifecycleMessage
  | ActiveGoalMessage
  | RateLimitMessage
  | AuthStatusMessage
  | PromptSuggestionMessage
  | ConversationResetMessage
  | AttachmentMessage
  | TranscriptMirrorMessage
  | UndescribedMessage;

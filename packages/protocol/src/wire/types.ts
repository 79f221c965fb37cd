// Every message of the wire as a type, by hand: what the CLI says (output), what it accepts (input), the shapes both
// share, and the entries of its transcript files. Types only; nothing here exists at run time.

export type * from "./json.ts";

export type * from "./output/api-error.ts";
export type * from "./output/api-message.ts";
export type * from "./output/assistant.ts";
export type * from "./output/control-request.ts";
export type * from "./output/control.ts";
export type * from "./output/envelope.ts";
export type * from "./output/init.ts";
export type * from "./output/message.ts";
export type * from "./output/progress.ts";
export type * from "./output/rate-limit.ts";
export type * from "./output/result-reason.ts";
export type * from "./output/result-timing.ts";
export type * from "./output/result.ts";
export type * from "./output/session-line.ts";
export type * from "./output/stream-event.ts";
export type * from "./output/subagent-stats.ts";
export type * from "./output/system-hook.ts";
export type * from "./output/system-model.ts";
export type * from "./output/system-notice.ts";
export type * from "./output/system-session.ts";
export type * from "./output/system-task.ts";
export type * from "./output/user.ts";

export type * from "./input/context-usage-reply.ts";
export type * from "./input/control-answer.ts";
export type * from "./input/control-replies.ts";
export type * from "./input/control-request.ts";
export type * from "./input/control-requests.ts";
export type * from "./input/documented.ts";
export type * from "./input/initialize-reply.ts";
export type * from "./input/initialize-request.ts";
export type * from "./input/input-message.ts";
export type * from "./input/internal-request.ts";
export type * from "./input/listing-replies.ts";
export type * from "./input/mcp-requests.ts";
export type * from "./input/user-message.ts";

export type * from "./shared/agent.ts";
export type * from "./shared/content.ts";
export type * from "./shared/hook-base.ts";
export type * from "./shared/hook-model.ts";
export type * from "./shared/hook-output.ts";
export type * from "./shared/hook-session.ts";
export type * from "./shared/hook-tool.ts";
export type * from "./shared/hook-workspace.ts";
export type * from "./shared/hook.ts";
export type * from "./shared/mcp.ts";
export type * from "./shared/media.ts";
export type * from "./shared/origin.ts";
export type * from "./shared/permission.ts";
export type * from "./shared/server-tool.ts";
export type * from "./shared/usage.ts";

export type {
  TranscriptAssistant,
  TranscriptEntry,
  TranscriptEnvelope,
  TranscriptNote,
  TranscriptSystem,
  TranscriptUser,
} from "./transcript.ts";

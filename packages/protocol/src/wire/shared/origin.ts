// The sender of a user message, if the CLI knows it. Absent means unattributed: do not assume the human.

import type { Open } from "../json.ts";

/** A message from a person, or from a part of the CLI without further details. */
export interface PlainOrigin {
  readonly kind: "human" | "coordinator" | "unclassified" | "auto-continuation" | "observer-activity";
}

/** A message that came through a channel server. */
export interface ChannelOrigin {
  readonly kind: "channel";
  readonly server: string;
}

/** A message from another session. */
export interface PeerOrigin {
  readonly kind: "peer";
  readonly from: string;
  readonly fromMode?: string;
  readonly name?: string;
  readonly fromSession?: string;
  readonly senderTaskId?: string;
  readonly body?: string;
  /** The sender's process, checked by the CLI. */
  readonly verifiedPeerPid?: number;
}

/** A notification about a task or a trigger. */
export interface TaskNotificationOrigin {
  readonly kind: "task-notification";
  readonly subkind?: Open<"scheduled-trigger" | "peer-send-message" | "projects-relay" | "session-inbox">;
  readonly fireReason?: string;
  /** Observed from 2.1.299. */
  readonly producer?: Open<"session-task">;
  readonly runId?: string;
}

/** A message from an observing agent. */
export interface ObserverOrigin {
  readonly kind: "observer";
  readonly from: string;
  readonly senderTaskId: string;
}

/** The sender of a user message, discriminated on `kind`. */
export type MessageOrigin = PlainOrigin | ChannelOrigin | PeerOrigin | TaskNotificationOrigin | ObserverOrigin;

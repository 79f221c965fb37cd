// The host's answer about a tool, as a line. What is no answer, or cannot be written, denies.

import { encode, type PermissionRequestEvent } from "@unspool/protocol";
import { wellFormed } from "../message-of.ts";
import type { PermissionAnswer } from "./permission-types.ts";

export const DENIED = "The host denied this call.";

export const INVALID: PermissionAnswer = refusal(
  "The host's answer to this request is not a valid one, so the call was denied.",
);

export function refusal(message: string): PermissionAnswer & { readonly behavior: "deny" } {
  return { behavior: "deny", message };
}

export function encodeDecision(event: PermissionRequestEvent, answer: PermissionAnswer): string {
  try {
    return write(event, answer);
  } catch {
    return write(event, INVALID);
  }
}

/** Whether it can be written. */
export function isAnswer(event: PermissionRequestEvent, value: unknown): value is PermissionAnswer {
  try {
    write(event, value as PermissionAnswer);
    return true;
  } catch {
    return false;
  }
}

/** Never blank. */
export function denialMessage({ message }: PermissionAnswer & { readonly behavior: "deny" }): string {
  return wellFormed(message.trim()) || DENIED;
}

function write({ requestId, toolUseId, input }: PermissionRequestEvent, answer: PermissionAnswer): string {
  if (answer.behavior === "allow") {
    const { updatedInput = input, updatedPermissions } = answer;
    return encode.allow(requestId, updatedInput, { toolUseId, updatedPermissions });
  }
  if (answer.behavior === "deny") {
    return encode.deny(requestId, denialMessage(answer), { toolUseId, interrupt: answer.interrupt });
  }
  // A deferral is a hook's answer: whoever asks in this way cannot be given it.
  throw new TypeError("The answer is none.");
}

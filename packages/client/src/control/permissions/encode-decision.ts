// Encodes the host's decision about a tool call. An invalid decision, or one that cannot be encoded, denies.

import { encode, type PermissionRequestEvent } from "@unspool/protocol";
import { toWellFormed } from "@unspool/protocol/kit";
import type { PermissionAnswer } from "./types.ts";

export const DENIED = "The host denied this call.";

export const INVALID: PermissionAnswer = createDenial(
  "The host's answer to this request is not valid, so the call was denied.",
);

export function createDenial(message: string): PermissionAnswer & { readonly behavior: "deny" } {
  return { behavior: "deny", message };
}

export function encodeDecision(event: PermissionRequestEvent, answer: PermissionAnswer): string {
  try {
    return write(event, answer);
  } catch {
    return write(event, INVALID);
  }
}

/** Whether the value can be encoded. */
export function isAnswer(event: PermissionRequestEvent, value: unknown): value is PermissionAnswer {
  try {
    write(event, value as PermissionAnswer);
    return true;
  } catch {
    return false;
  }
}

/** Returns the message, or a default for a blank one. */
export function getDenialMessage({ message }: PermissionAnswer & { readonly behavior: "deny" }): string {
  return toWellFormed(message.trim()) || DENIED;
}

function write({ requestId, toolUseId, input }: PermissionRequestEvent, answer: PermissionAnswer): string {
  if (answer.behavior === "allow") {
    const { updatedInput = input, updatedPermissions } = answer;
    return encode.allow(requestId, updatedInput, { toolUseId, updatedPermissions });
  }
  if (answer.behavior === "deny") {
    return encode.deny(requestId, getDenialMessage(answer), { toolUseId, interrupt: answer.interrupt });
  }
  // Only a hook can defer, not the answer to a permission request.
  throw new TypeError("The decision is neither allow nor deny.");
}
